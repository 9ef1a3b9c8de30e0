import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/files/uploads/quota";
import { readMultipart } from "@/lib/files/uploads/read-multipart";
import { removeTemporary } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { inTurn } from "@/lib/process/in-turn";
import { AppError } from "@/lib/text/errors";

type Request = { headers: { get: (name: string) => string | null }; body: ReadableStream<Uint8Array> | null };

const FIELD_BYTES = 64 * 1024;

const ONE_BY_ONE = {
  atOnce: 1,
  waiting: 100,
  patience: 30_000,
  refusal: { code: "rate_limited", message: "You're uploading too many files at once. Try again in a moment." },
} as const;

/** Returns whether the body claims to be a form that may hold files. */
export function isUpload({ headers }: Pick<Request, "headers">): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/** How many files a form may hold, and the bytes of each and of all together. */
export type UploadLimits = { files: number; fileBytes: number; totalBytes: number };

type Upload = { fields: Record<string, string>; files: NewAttachment[] };

/**
 * Reads a person's form and stores its files, within `limits` and their quota. Then calls `post` with it and the person
 * whom `prove` returns, because they may have lost their right while the bytes arrived. Throws what those two throw, and
 * `too_large` or `invalid` naming the field or file. Files of a refused form are deleted.
 */
export async function takeUpload<User extends { id: bigint }, T>(
  userId: bigint,
  request: Request,
  {
    limits = UPLOAD_LIMITS,
    ...then
  }: {
    limits?: UploadLimits | undefined;
    prove: () => Promise<User>;
    post: (user: User, upload: Upload) => Promise<T>;
  },
): Promise<T> {
  const release = await reserveRoom(userId, Number(request.headers.get("content-length")) || limits.totalBytes);
  try {
    const { fields, files } = await readForm(request, limits);
    const stored = files.map(({ file }) => file);
    try {
      const empty = files.find(({ file }) => file.size === 0);
      if (empty) throw new AppError("invalid", `The file "${empty.name}" is empty.`);
      // One by one, because two files that fit alone may exceed the quota together.
      return await inTurn(`upload:${userId}`, ONE_BY_ONE, async () => {
        await assertFits(userId, stored);
        const attachments = files.map(({ file, name }) => ({ file, name, description: "" }));
        return then.post(await then.prove(), { fields: Object.fromEntries(fields), files: attachments });
      });
    } finally {
      await removeTemporary(stored);
    }
  } finally {
    release();
  }
}

function readForm({ headers, body }: Request, { totalBytes, ...limits }: UploadLimits) {
  return readMultipart(
    { headers: (name: string) => headers.get(name), body: bytesOf(body) },
    { ...limits, fields: 10, fieldBytes: FIELD_BYTES, totalBytes: totalBytes + FIELD_BYTES },
  );
}

// When reading stops early, the body must not be canceled: that would close the connection before the answer is sent.
async function* bytesOf(body: Request["body"]): AsyncGenerator<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true });
}
