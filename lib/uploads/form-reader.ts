import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { AppError, isAppError } from "@/lib/errors";
import { cleanName } from "@/lib/uploads/clean-name";
import { limitText } from "@/lib/uploads/limit-text";
import { removeTemporary, storeFile } from "@/lib/uploads/store-file";
import type { StoredFile } from "@/lib/uploads/stored-file";

/** How much a form may hold: how many files and text fields, and the bytes of each and of the whole body. */
export type MultipartLimits = {
  files: number;
  fileBytes: number;
  fields: number;
  fieldBytes: number;
  totalBytes: number;
};

/** A form as it was sent: its text fields and its files, each in their order. */
export type MultipartForm = {
  fields: [name: string, value: string][];
  files: { field: string; name: string; file: StoredFile }[];
};

/** Feeds the parser and gathers what it finds. The first thing that goes wrong ends it all. */
export class FormReader {
  readonly #fields: MultipartForm["fields"] = [];
  readonly #files: MultipartForm["files"] = [];
  readonly #parts = new Set<BusboyFileStream>();
  readonly #tasks: Promise<unknown>[] = [];
  readonly #finished: Promise<void>;
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  #fieldCount = 0;
  #fileCount = 0;

  constructor(
    private readonly parser: BusboyInstance,
    private readonly limits: MultipartLimits,
  ) {
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => undefined);
    this.#finished = new Promise((resolve) => parser.once("finish", resolve));
    parser.on("error", () => this.#fail(notAForm("The body ended before its last part was complete.")));
    parser.on("partsLimit", () => this.#fail(this.#tooMany()));
    parser.on("file", (field, stream, name) => this.#take(field, stream, name));
  }

  /** Resolves when the parser is ready for more: that is when the parts' readers have caught up. */
  async write(bytes: Uint8Array): Promise<void> {
    const taken = new Promise<void>((resolve) => this.parser.write(bytes, () => resolve()));
    await Promise.race([taken, this.#failed]);
  }

  async end(): Promise<MultipartForm> {
    this.parser.end();
    await Promise.race([this.#finished, this.#failed]);
    await Promise.race([Promise.all(this.#tasks), this.#failed]);
    return { fields: this.#fields, files: this.#files };
  }

  /** Stops every part that is still being read, waits until they have cleaned up, and removes the files that were complete. */
  async abandon(error: unknown): Promise<void> {
    this.#fail(error);
    const reason = error instanceof Error ? error : new Error("The form was abandoned.");
    for (const part of this.#parts) part.destroy(reason);
    this.parser.destroy();
    await Promise.allSettled(this.#tasks);
    // Files finish in any order, and one that did not finish leaves its index empty.
    await removeTemporary(Object.values(this.#files).map(({ file }) => file));
  }

  // Text fields are read as bytes too: the parser itself would silently replace what isn't UTF-8.
  #take(field: string | undefined, stream: BusboyFileStream, name: string | undefined): void {
    this.#parts.add(stream);
    stream.on("error", (error) => stream.destroy(error));
    const task = this.#read(field, stream, name);
    this.#tasks.push(task);
    task.catch(this.#fail);
  }

  async #read(field: string | undefined, stream: BusboyFileStream, name: string | undefined): Promise<void> {
    if (field === undefined) throw notAForm("Each part must have a name.");
    const isText = name === undefined;
    if (isText ? ++this.#fieldCount > this.limits.fields : ++this.#fileCount > this.limits.files) throw this.#tooMany();
    if (isText) return this.#readField(field, stream);
    const place = this.#fileCount - 1;
    this.#files[place] = { field, name: cleanName(name), file: await this.#store(stream, cleanName(name)) };
  }

  async #readField(field: string, stream: BusboyFileStream): Promise<void> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > this.limits.fieldBytes) {
        throw new AppError(
          "too_large",
          `The text field "${cleanName(field)}" can have at most ${limitText(this.limits.fieldBytes)}.`,
        );
      }
      chunks.push(chunk);
    }
    this.#fields.push([field, decode(Buffer.concat(chunks))]);
  }

  async #store(stream: BusboyFileStream, name: string): Promise<StoredFile> {
    const { fileBytes } = this.limits;
    return storeFile(stream, fileBytes).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== "too_large") throw error;
      throw new AppError("too_large", `The file "${name}" can have at most ${limitText(fileBytes)}.`);
    });
  }

  #tooMany(): AppError {
    const { files, fields } = this.limits;
    return new AppError("invalid", `The form can have at most ${files} files and ${fields} text fields.`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notAForm("The form's text must be UTF-8.");
  }
}

/** The refusal of a body that isn't a form, or not all of one. */
export function notAForm(message: string): AppError {
  return new AppError("invalid", message);
}
