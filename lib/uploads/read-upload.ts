import { AppError } from "@/lib/errors";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { readMultipart } from "@/lib/uploads/read-multipart";
import type { NewAttachment } from "@/lib/uploads/stored-file";

type Request = { headers: { get: (name: string) => string | null }; body: ReadableStream<Uint8Array> | null };

const FIELD_BYTES = 64 * 1024;
const LIMITS = {
  ...UPLOAD_LIMITS,
  fields: 10,
  fieldBytes: FIELD_BYTES,
  totalBytes: UPLOAD_LIMITS.totalBytes + FIELD_BYTES,
};

/** Whether the body claims to be a form that may hold files. */
export function isUpload({ headers }: Pick<Request, "headers">): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/**
 * Reads a person's form, storing its files as they come, under UPLOAD_LIMITS. Throws `too_large` or `invalid` with a sentence that
 * names the field or the file; what has been stored by then is removed by the sweep.
 */
export async function readUpload({
  headers,
  body,
}: Request): Promise<{ fields: Record<string, string>; files: NewAttachment[] }> {
  const request = { headers: (name: string) => headers.get(name), body: bytesOf(body) };
  const { fields, files } = await readMultipart(request, LIMITS).catch((error: unknown) => {
    // A browser reads the answer only once everything has left it.
    body?.pipeTo(new WritableStream()).catch(() => undefined);
    throw error;
  });
  const empty = files.find(({ file }) => file.size === 0);
  if (empty) throw new AppError("invalid", `The file "${empty.name}" is empty.`);
  return {
    fields: Object.fromEntries(fields),
    files: files.map(({ file, name }) => ({ file, name, description: "" })),
  };
}

// Left early, the body must not be cancelled: the answer still has to go out on its connection.
async function* bytesOf(body: Request["body"]): AsyncGenerator<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true });
}
