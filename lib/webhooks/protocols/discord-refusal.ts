import type { RejectionKind } from "@/lib/webhooks/rejected";

/** The code and message that Discord gives for each refusal; null is the refusal's own sentence. From Discord's "Opcodes and Status Codes". */
const CODES: Record<RejectionKind, { code: number; message: string | null; status?: number }> = {
  unknown_webhook: { code: 10015, message: "Unknown Webhook" },
  malformed_token: { code: 50027, message: "Invalid Webhook Token", status: 401 },
  unknown_message: { code: 10008, message: "Unknown Message" },
  method: { code: 0, message: "405: Method Not Allowed" },
  paused: { code: 50013, message: null },
  archived: { code: 50013, message: null },
  media_type: { code: 50035, message: "Invalid Form Body" },
  signature: { code: 40001, message: null },
  invalid: { code: 50035, message: "Invalid Form Body" },
  empty: { code: 50006, message: "Cannot send an empty message" },
  too_many_attachments: { code: 50035, message: "Invalid Form Body" },
  key_reused: { code: 0, message: null },
  too_large: { code: 40005, message: "Request entity too large" },
  rate_limited: { code: 0, message: "You are being rate limited." },
  unavailable: { code: 0, message: null },
  internal: { code: 0, message: null },
};

type DiscordError = { code: number; message: string; errors?: object; retry_after?: number; global?: boolean };

/** The refusal as Discord words it: status and body. `sentence` stands at the field that it begins with. */
export function discordRefusal(
  kind: RejectionKind,
  status: number,
  sentence: string,
  resetMs: number | null,
): { status: number; body: DiscordError } {
  const { code, message, status: own } = CODES[kind];
  const body: DiscordError = { code, message: message ?? sentence };
  if (code === 50035) body.errors = fieldErrors(sentence);
  if (kind === "rate_limited") Object.assign(body, { retry_after: (resetMs ?? 1000) / 1000, global: false });
  return { status: own ?? status, body };
}

/** `embeds[0].title …` as `{embeds: {"0": {title: {_errors: […]}}}}`. */
function fieldErrors(sentence: string): object {
  const [path = ""] = /^[a-z_]+(?:\[\d+\]|\.[a-z_]+)*(?= )/.exec(sentence) ?? [];
  const leaf = { _errors: [{ code: "INVALID", message: sentence }] };
  return (path.match(/[a-z_]+|\d+/g) ?? []).reduceRight<object>((inner, key) => ({ [key]: inner }), leaf);
}
