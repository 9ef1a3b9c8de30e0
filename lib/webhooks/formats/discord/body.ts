import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/files/uploads/quota";
import { readMultipart } from "@/lib/files/uploads/read-multipart";
import { removeTemporary } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import type { Idempotency } from "@/lib/messages/draft";
import { traced } from "@/lib/process/tracing";
import { charsetIn, formFields } from "@/lib/text/charset";
import { descriptionOf } from "@/lib/webhooks/formats/discord/attachments";
import { DiscordReading } from "@/lib/webhooks/formats/discord/reading";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { invalidAt } from "@/lib/webhooks/payload/problem";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";
import { decodeText, type RequestContext, readJson } from "@/lib/webhooks/request/context";
import { WebhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import { idempotencyOf, refuseEncoding, requireContentType } from "@/lib/webhooks/request/take-payload";

/** Limits for files, which only Discord's clients send. */
const FILE_LIMITS = { files: UPLOAD_LIMITS.files, bytes: 10 * 1024 * 1024 } as const;

/**
 * A body from one of Discord's clients. `known` identifies a repeat. `upload`: files in a form without `payload_json`,
 * which Discord always answers with the message; discord-webhook-node relies on it.
 */
type DiscordBody = { payload: unknown; files: NumberedFile[]; known: Idempotency | null; upload: boolean };

/** A file with its number in the form. */
export type NumberedFile = NewAttachment & { number: number };

/**
 * Reads a body (JSON, a form, or a multipart form with files) and passes it to `act`. Files are deleted after `act`
 * finishes. Throws WebhookError or AppError.
 */
export async function withDiscordBody<T>(
  context: RequestContext,
  key: string | null,
  act: (body: DiscordBody) => Promise<T>,
): Promise<T> {
  if (/^multipart\/form-data\s*(;|$)/i.test(context.headers("content-type") ?? "")) return withFiles(context, key, act);
  const isForm = requireContentType(context, true);
  const parsed = await traced("parse a payload", async () => {
    const body = await context.body.read();
    const known = idempotencyOf(key, requireSignature(context, body), body);
    const charset = charsetIn(context.headers("content-type"));
    const text = decodeText(body, charset);
    const payload = isForm ? formPayload(context, new Map(formFields(text, charset))) : readJson(text, bodyBudget());
    return { payload, known };
  });
  return act({ ...parsed, files: [], upload: false });
}

async function withFiles<T>(
  context: RequestContext,
  key: string | null,
  act: (body: DiscordBody) => Promise<T>,
): Promise<T> {
  const { headers, body, webhook, byHand } = context;
  refuseEncoding(context);
  if (webhook.signingSecret !== null && byHand === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook requires signed requests, and files can't be signed. Send JSON without files.",
    );
  }
  const totalBytes = FILE_LIMITS.files * FILE_LIMITS.bytes + 2 * PAYLOAD_LIMITS.bodyBytes;
  const release = await reserveRoom("webhooks", Number(headers("content-length")) || totalBytes);
  try {
    const form = await readMultipart(
      { headers, body: body.stream() },
      {
        files: FILE_LIMITS.files,
        fileBytes: FILE_LIMITS.bytes,
        fields: 20,
        fieldBytes: PAYLOAD_LIMITS.bodyBytes,
        totalBytes,
      },
    );
    const stored = form.files.map(({ file }) => file);
    try {
      await assertFits("webhooks", stored);
      return await act(toDiscordBody(context, key, form));
    } finally {
      await removeTemporary(stored);
    }
  } finally {
    release();
  }
}

function toDiscordBody(
  context: RequestContext,
  key: string | null,
  { fields, files }: Awaited<ReturnType<typeof readMultipart>>,
): DiscordBody {
  const byName = new Map(fields);
  const payload = formPayload(context, byName);
  const hashed = files.flatMap(({ name, file }) => [name, file.hash]);
  return {
    payload,
    files: files.map(({ field, name, file }, index) => {
      const number = Number(/\d+/.exec(field)?.[0] ?? index);
      return { file, name, number, description: descriptionOf(payload, number) };
    }),
    known: idempotencyOf(key, null, JSON.stringify(fields), ...hashed),
    upload: files.length > 0 && !byName.has("payload_json"),
  };
}

/** The fields that a form may have without `payload_json`: those that are texts. */
const FORM_FIELDS = new Set(["content", "username", "avatar_url", "thread_name", "thread_key", "update_key"]);

/** Returns a form's `payload_json`, or its text fields if there is none. The log names the other fields. */
function formPayload({ body, remarks }: RequestContext, fields: ReadonlyMap<string, string>): unknown {
  const text = fields.get("payload_json");
  const isRead = (name: string) => (text === undefined ? FORM_FIELDS.has(name) : name === "payload_json");
  const leftOut = new DiscordReading().leftOut(Object.fromEntries([...fields].filter(([name]) => !isRead(name))));
  if (leftOut !== null) remarks.push(leftOut);
  if (text !== undefined) {
    body.setPayload(text);
    const payload = readJson(text, bodyBudget(), (problem) => invalidAt(["payload_json"], problem));
    if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
      throw invalidAt(["payload_json"], "must be a JSON object");
    }
    return payload;
  }
  const payload = Object.fromEntries([...fields].filter(([name]) => isRead(name)));
  body.setPayload(JSON.stringify(payload));
  return payload;
}
