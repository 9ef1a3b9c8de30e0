import { createHash } from "node:crypto";
import type { Idempotency } from "@/lib/messages/draft";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/uploads/quota";
import { readMultipart } from "@/lib/uploads/read-multipart";
import { removeTemporary } from "@/lib/uploads/store-file";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import type { Attempt } from "@/lib/webhooks/attempt";
import { decodeText, parseJson } from "@/lib/webhooks/decode-body";
import { descriptionOf } from "@/lib/webhooks/dialects/discord";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";
import { invalidAt } from "@/lib/webhooks/problem";
import { readBody } from "@/lib/webhooks/read-body";
import { checkContentType, knownBy, requireSignature } from "@/lib/webhooks/take-payload";
import { WebhookError } from "@/lib/webhooks/webhook-error";

/** The limits of what only Discord's dialect takes: files. */
const FILE_LIMITS = { files: UPLOAD_LIMITS.files, bytes: 10 * 1024 * 1024 } as const;

/**
 * A body in any of the forms in which Discord's clients send one; `known` is what a repeat of it is known by. `upload`: files in a form
 * without `payload_json`, which Discord answers with the message, asked for or not, and discord-webhook-node counts on it.
 */
export type DiscordBody = { payload: unknown; files: NewAttachment[]; known: Idempotency | null; upload: boolean };

/** Reads JSON, a form, or a multipart form with files, which are on disk when it answers. Throws WebhookError or AppError. */
export async function readDiscordBody(attempt: Attempt, key: string | null = null): Promise<DiscordBody> {
  const { request } = attempt;
  if (/^multipart\/form-data\s*(;|$)/i.test(request.headers("content-type") ?? "")) return readForm(attempt, key);
  const isForm = checkContentType(request, true);
  const body = await readBody(request, PAYLOAD_LIMITS.bodyBytes);
  attempt.body = body;
  const known = knownBy(key, requireSignature(attempt, body), body);
  const text = decodeText(body);
  const payload = isForm ? payloadOf(attempt, new Map(new URLSearchParams(text))) : parseJson(text);
  return { payload, files: [], known, upload: false };
}

async function readForm(attempt: Attempt, key: string | null): Promise<DiscordBody> {
  if (attempt.request.headers("content-encoding") !== null) {
    throw new WebhookError("unsupported_media_type", "Content-Encoding is not supported; send the body as it is.");
  }
  if (attempt.webhook.signingSecret !== null && attempt.byHand === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook takes only signed requests, and files can't be signed; send JSON.",
    );
  }
  const totalBytes = FILE_LIMITS.files * FILE_LIMITS.bytes + 2 * PAYLOAD_LIMITS.bodyBytes;
  attempt.inTheEnd.push(await reserveRoom("webhooks", Number(attempt.request.headers("content-length")) || totalBytes));
  const { fields, files } = await readMultipart(attempt.request, {
    files: FILE_LIMITS.files,
    fileBytes: FILE_LIMITS.bytes,
    fields: 20,
    fieldBytes: PAYLOAD_LIMITS.bodyBytes,
    totalBytes,
  });
  const stored = files.map(({ file }) => file);
  attempt.inTheEnd.push(() => removeTemporary(stored));
  await assertFits("webhooks", stored);
  const payload = payloadOf(attempt, fields);
  const hash = createHash("sha256").update(JSON.stringify([...fields]));
  for (const { name, file } of files) hash.update(name).update(file.hash);
  return {
    payload,
    files: files.map(({ field, name, file }, place) => ({
      file,
      name,
      description: descriptionOf(payload, Number(/\d+/.exec(field)?.[0] ?? place)),
    })),
    known: key === null ? null : { key, bodyHash: hash.digest() },
    upload: files.length > 0 && !fields.has("payload_json"),
  };
}

/** A form's field `payload_json`, or the form's own fields as far as they are texts. */
function payloadOf(attempt: Attempt, fields: ReadonlyMap<string, string>): unknown {
  const text = fields.get("payload_json");
  if (text !== undefined) {
    attempt.payload = text;
    const payload = parseJson(text, () => invalidAt(["payload_json"], "must be JSON"));
    if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
      throw invalidAt(["payload_json"], "must be a JSON object");
    }
    return payload;
  }
  const own = ["content", "username", "avatar_url"].flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const payload = Object.fromEntries(own);
  attempt.payload = JSON.stringify(payload);
  return payload;
}
