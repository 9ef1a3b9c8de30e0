import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { removeTemporary, storeFile } from "@/lib/files/uploads/store-file";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { charsetIn, decodeAs } from "@/lib/text/charset";
import { AppError, isAppError } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";

type Request = { headers: (name: string) => string | null; body: AsyncIterable<Uint8Array> };

// Keeps each turn of the parser short, however many parts arrive at once.
const SLICE = 8 * 1024;
const HEADER_BYTES = 16 * 1024;

/**
 * Reads a multipart/form-data body and stores its files. The caller must call `removeTemporary` for them. Throws
 * `too_large` or `invalid`, and then stops reading and leaves nothing behind.
 */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<MultipartForm> {
  if (Number(request.headers("content-length") ?? 0) > limits.totalBytes) throw tooLarge(limits);
  const type = request.headers("content-type") ?? "";
  const form = new FormReader(makeParser(type, limits), limits, charsetIn(type));
  try {
    for await (const slice of slicesOf(request.body, limits)) await form.write(slice);
    return await form.end();
  } catch (error) {
    await form.abandon(error);
    throw error;
  }
}

function makeParser(contentType: string, { files, fields }: MultipartLimits): BusboyInstance {
  // The longest boundary that RFC 2046 allows; a longer one would also make the search for it slow.
  if (!/^multipart\/form-data\s*;.*\bboundary="?[^";]{1,70}("|;|$)/i.test(contentType)) {
    throw notAForm("The Content-Type must be multipart/form-data with a boundary of at most 70 characters.");
  }
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: files + fields, headerPairs: 32, headerSize: HEADER_BYTES },
    });
  } catch {
    throw notAForm("The Content-Type must be multipart/form-data with a boundary.");
  }
}

async function* slicesOf(body: AsyncIterable<Uint8Array>, limits: MultipartLimits): AsyncGenerator<Uint8Array> {
  const bytes = body[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await bytes.next().catch((error: unknown) => {
        if (isAppError(error)) throw error;
        throw notAForm("The connection closed before the whole body arrived. Send the request again.");
      });
      if (done) return;
      size += value.byteLength;
      if (size > limits.totalBytes) throw tooLarge(limits);
      for (let i = 0; i < value.byteLength; i += SLICE) yield value.subarray(i, i + SLICE);
    }
  } finally {
    await bytes.return?.().catch(() => undefined);
  }
}

function tooLarge({ totalBytes }: MultipartLimits): AppError {
  return new AppError("too_large", `The request body can be at most ${sizeText(totalBytes)}.`);
}

/** The maximum number of files and text fields, and bytes of each and of the whole body. */
type MultipartLimits = {
  files: number;
  fileBytes: number;
  fields: number;
  fieldBytes: number;
  totalBytes: number;
};

/** A form as it was sent: its text fields and its files, each in their order. */
type MultipartForm = {
  fields: [name: string, value: string][];
  files: { field: string; name: string; file: StoredFile }[];
};

/** Feeds the parser and collects the results. Fails as a whole at the first error. */
class FormReader {
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
    private readonly charset: string | null,
  ) {
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => undefined);
    this.#finished = new Promise((resolve) => parser.once("finish", resolve));
    parser.on("error", () =>
      this.#fail(notAForm("The last part of the form is incomplete. Send the whole form again.")),
    );
    parser.on("partsLimit", () => this.#fail(this.#tooMany()));
    parser.on("file", (field, stream, name) => this.#take(unescaped(field), stream, unescaped(name)));
  }

  /** Resolves when the parser and the readers of its parts have caught up. */
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

  /** Stops parts still being read, waits until they have cleaned up, and removes complete files. */
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
    if (field === undefined) throw notAForm("Every part of the form must have a name.");
    const isText = name === undefined;
    if (isText ? ++this.#fieldCount > this.limits.fields : ++this.#fileCount > this.limits.files) throw this.#tooMany();
    if (isText) return this.#readField(field, stream);
    const index = this.#fileCount - 1;
    this.#files[index] = { field, name: cleanFileName(name), file: await this.#store(stream, cleanFileName(name)) };
  }

  async #readField(field: string, stream: BusboyFileStream): Promise<void> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > this.limits.fieldBytes) {
        throw new AppError(
          "too_large",
          `The text field "${cleanFileName(field)}" can be at most ${sizeText(this.limits.fieldBytes)}.`,
        );
      }
      chunks.push(chunk);
    }
    this.#fields.push([field, decode(Buffer.concat(chunks), this.charset)]);
  }

  async #store(stream: BusboyFileStream, name: string): Promise<StoredFile> {
    const { fileBytes } = this.limits;
    return storeFile(stream, fileBytes).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== "too_large") throw error;
      throw new AppError("too_large", `The file "${name}" can be at most ${sizeText(fileBytes)}.`);
    });
  }

  #tooMany(): AppError {
    const { files, fields } = this.limits;
    return new AppError("invalid", `The form can have at most ${files} files and ${fields} text fields.`);
  }
}

// Browsers, curl and fetch() escape these three characters in a form's names, and no others: "%" itself stays.
function unescaped(name: string | undefined): string | undefined {
  return name?.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);
}

function decode(bytes: Uint8Array, charset: string | null): string {
  const text = decodeAs(bytes, charset);
  if (text === null) throw notAForm("The form's text fields must be UTF-8.");
  return text;
}

/** Returns the error for a body that isn't a complete form. */
function notAForm(message: string): AppError {
  return new AppError("invalid", message);
}

const MOST = 255;
// Control characters, and those that reorder text: with them "cod.exe" can look like "exe.doc".
const INVISIBLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Cleans a file name: no path, one line, at most 255 code points, never empty. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const cleaned = last.toWellFormed().replace(INVISIBLE, "").trim();
  // "." and ".." mean directories.
  if (/^\.*$/.test(cleaned)) return "file";
  const characters = [...cleaned];
  if (characters.length <= MOST) return cleaned;
  const extension = /\.\w{1,16}$/.exec(cleaned)?.[0] ?? "";
  return characters.slice(0, MOST - extension.length).join("") + extension;
}
