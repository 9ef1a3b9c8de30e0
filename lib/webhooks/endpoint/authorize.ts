import { pool } from "@/lib/db/client";
import { parseId } from "@/lib/ids";
import { webhookRefusal } from "@/lib/messages/insert-statement";
import { processWide } from "@/lib/process-wide";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import type { AuthorizedWebhook } from "@/lib/webhooks/request/context";
import { schemeNamed } from "@/lib/webhooks/signature-schemes";

const KNOWN_FOR_MS = 15_000;
const MOST_KNOWN = 20_000;

const known = processWide(
  "authorized-webhooks",
  () => new Map<string, { webhook: AuthorizedWebhook; until: number }>(),
);

type Row = {
  channel_id: string;
  signing_secret: Uint8Array | null;
  signature_scheme: string | null;
  takes_any_json: boolean;
  refused: "paused" | "archived" | null;
};

// Of ten thousand webhooks nearly every post is the first in a while, so this is asked as directly as the posting itself.
const LOOK_UP = {
  name: "parley_authorize",
  // Whether the post is signed as it must be is seen later, by its body.
  text: `SELECT * FROM (
      SELECT w.channel_id, w.signing_secret, w.signature_scheme, w.takes_any_json, ${webhookRefusal({
        tokenHash: "$2",
        secret: "w.signing_secret",
        archived: "c.archived_at IS NOT NULL",
      })} AS refused
      FROM webhooks w JOIN channels c ON c.id = w.channel_id WHERE w.id = $1
    ) found WHERE refused IS DISTINCT FROM 'unknown_webhook'`,
};

/**
 * The webhook with this id and token, or null: unknown, malformed, wrong, replaced and deleted look the same. For a post, a webhook
 * found ready a few seconds ago, and with no signing secret, is taken from memory: the statement that posts checks it again, and
 * errors are told only after `reauthorize`, so an old answer opens nothing.
 */
export async function authorize(idText: string, token: string, method: string): Promise<AuthorizedWebhook | null> {
  const id = parseId(idText);
  if (id === null || !/^[A-Za-z0-9_-]{1,128}$/.test(token)) return null;
  const tokenHash = hashToken(token);
  const entry = known.get(idText);
  const isKnown = entry !== undefined && entry.until > Date.now() && entry.webhook.tokenHash.equals(tokenHash);
  if (isKnown && method === "POST") return entry.webhook;
  return findAuthorized(id, tokenHash);
}

/** Reads the webhook again if it came from memory. */
export async function reauthorize(webhook: AuthorizedWebhook): Promise<AuthorizedWebhook | null> {
  return webhook.fresh ? webhook : findAuthorized(webhook.id, webhook.tokenHash);
}

/** Reads the webhook as a sender whose token has this hash finds it. Null when there is none. */
export async function findAuthorized(id: bigint, tokenHash: Buffer): Promise<AuthorizedWebhook | null> {
  const { rows } = await pool().query<Row>({ ...LOOK_UP, values: [id, tokenHash] });
  const [row] = rows;
  known.delete(`${id}`);
  if (!row) return null;
  const webhook: AuthorizedWebhook = {
    id,
    channelId: BigInt(row.channel_id),
    tokenHash,
    paused: row.refused === "paused",
    signingSecret: row.signing_secret,
    signatureScheme: schemeNamed(row.signature_scheme),
    takesAnyJson: row.takes_any_json,
    archived: row.refused === "archived",
    fresh: true,
  };
  if (known.size >= MOST_KNOWN) {
    const [lookedUpFirst] = known.keys();
    known.delete(lookedUpFirst ?? "");
  }
  if (!webhook.paused && !webhook.archived && webhook.signingSecret === null) {
    known.set(`${id}`, { webhook: { ...webhook, fresh: false }, until: Date.now() + KNOWN_FOR_MS });
  }
  return webhook;
}
