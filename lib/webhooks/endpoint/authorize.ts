import { postingPool } from "@/lib/db/client";
import { webhookRefusal } from "@/lib/messages/insert-parts";
import { askTogether } from "@/lib/process/ask-together";
import { processWide } from "@/lib/process/process-wide";
import { traced } from "@/lib/process/tracing";
import { parseId } from "@/lib/text/text";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import type { AuthorizedWebhook } from "@/lib/webhooks/request/context";
import { rulesInUse, rulesOfWebhook, type StoredRules } from "@/lib/webhooks/rules/in-use";
import { type DialectName, dialectAt } from "@/lib/webhooks/senders/registry";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

// Why: docs/decisions/webhook-permissions.md

const KNOWN_FOR_MS = 15_000;
const MOST_KNOWN = 20_000;

const known = processWide(
  "authorized-webhooks",
  () => new Map<string, { webhook: AuthorizedWebhook; until: number }>(),
);

type Row = {
  place: number;
  channel_id: string;
  signing_secret: Uint8Array | null;
  signature_scheme: string | null;
  takes_any_json: boolean;
  updates_cards: boolean;
  card_version: number | null;
  one_line: boolean;
  gathers_all: boolean;
  rules: StoredRules;
  refused: "paused" | "archived" | null;
};

// With ten thousand webhooks, nearly every post is a webhook's first in a while, so this lookup has to be fast.
const LOOK_UP = {
  name: "parley_authorize",
  // Whether the request is signed is checked later, against its body.
  text: `SELECT * FROM (
      SELECT asked.place::int, w.channel_id, w.signing_secret, w.signature_scheme, w.takes_any_json, w.updates_cards, w.card_version, w.one_line,
        w.gathers_all, ${rulesOfWebhook("w.id")} AS rules, ${webhookRefusal({
          tokenHash: "asked.token_hash",
          secret: "w.signing_secret",
          archived: "c.archived_at IS NOT NULL",
        })} AS refused
      FROM unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY AS asked(id, token_hash, place)
      JOIN webhooks w ON w.id = asked.id JOIN channels c ON c.id = w.channel_id
    ) found WHERE refused IS DISTINCT FROM 'unknown_webhook'`,
};

/**
 * Returns the webhook with this id and token, or null; unknown, malformed, wrong, replaced and deleted ones look the
 * same. For posts, an unsigned webhook found ready in the last seconds is taken from memory. That's safe, because the
 * posting statement checks it again, and errors are sent only after `reauthorize`. It's returned without a promise,
 * because each one that a post waits for costs as much as parsing it.
 */
export function authorize(
  idText: string,
  token: string,
  method: string,
): AuthorizedWebhook | null | Promise<AuthorizedWebhook | null> {
  const id = parseId(idText);
  if (id === null || !/^[A-Za-z0-9_-]{1,128}$/.test(token)) return null;
  const tokenHash = hashToken(token);
  const entry = known.get(idText);
  const isKnown = entry !== undefined && entry.until > Date.now() && entry.webhook.tokenHash.equals(tokenHash);
  if (isKnown && method === "POST") return entry.webhook;
  return traced("authorize a webhook", () => findAuthorized(id, tokenHash));
}

/** Reads the webhook again if it came from memory. */
export async function reauthorize(webhook: AuthorizedWebhook): Promise<AuthorizedWebhook | null> {
  return webhook.fresh ? webhook : findAuthorized(webhook.id, webhook.tokenHash);
}

/** Lets the next request read the webhook again, after its rules changed at this instance. */
export function forgetAuthorized(id: bigint): void {
  known.delete(`${id}`);
}

/** What decides about a webhook's cards. */
type CardSettings = Pick<AuthorizedWebhook, "cardVersion" | "updatesCards">;

/** Returns the webhook with what decides about its cards now: the same one if nothing changed. */
export async function withCurrentCardSettings(webhook: AuthorizedWebhook): Promise<AuthorizedWebhook> {
  const { cardVersion, updatesCards } = await askTogether("card-settings", `${webhook.id}`, cardSettingsOf);
  const isSame = cardVersion === webhook.cardVersion && updatesCards === webhook.updatesCards;
  return isSame ? webhook : { ...webhook, cardVersion, updatesCards };
}

async function cardSettingsOf(ids: readonly string[]): Promise<CardSettings[]> {
  const { rows } = await postingPool().query<{ id: string; card_version: number | null; updates_cards: boolean }>({
    name: "parley_card_settings",
    text: "SELECT id, card_version, updates_cards FROM webhooks WHERE id = ANY($1::bigint[])",
    values: [[...new Set(ids)]],
  });
  const settings = new Map(
    rows.map((row) => [row.id, { cardVersion: row.card_version, updatesCards: row.updates_cards }]),
  );
  return ids.map((id) => settings.get(id) ?? { cardVersion: null, updatesCards: false });
}

type Presented = { id: bigint; tokenHash: Buffer };

/** Reads the webhook with this token hash, or returns null. */
export async function findAuthorized(id: bigint, tokenHash: Buffer): Promise<AuthorizedWebhook | null> {
  const row = await askTogether("authorize", { id, tokenHash }, lookUp);
  known.delete(`${id}`);
  if (!row) return null;
  const webhook: AuthorizedWebhook = {
    id,
    channelId: BigInt(row.channel_id),
    tokenHash,
    paused: row.refused === "paused",
    signingSecret: row.signing_secret,
    signatureScheme: row.signature_scheme === null ? null : schemeNamed(row.signature_scheme),
    takesAnyJson: row.takes_any_json,
    updatesCards: row.updates_cards,
    cardVersion: row.card_version,
    oneLine: row.one_line,
    gathersAll: row.gathers_all,
    rules: rulesInUse(row.rules),
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

async function lookUp(presented: readonly Presented[]): Promise<(Row | undefined)[]> {
  const values = [presented.map(({ id }) => id), presented.map(({ tokenHash }) => tokenHash)];
  const { rows } = await postingPool().query<Row>({ ...LOOK_UP, values });
  const found = new Map(rows.map((row) => [row.place, row]));
  return presented.map((_, at) => found.get(at + 1));
}

/**
 * What a path under a webhook's URL refers to: the webhook, the dialect and, if any, one of its messages. `misnamed`:
 * an ending that isn't a sender's name.
 */
type Address = {
  id: string;
  token: string;
  dialect: DialectName;
  messageId: string | null;
  misnamed: string | null;
};

const PARLEY = /^\/webhooks\/incoming\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/;
const DISCORD = /^\/api(?:\/v\d{1,3})?\/webhooks\/([^/]+)\/([^/]+)(?:\/messages\/([^/]+)|\/([^/]+))?\/?$/;

/** Parses an undecoded path without its query. Returns null if it can't be a webhook's. */
export function parseAddress(pathname: string): Address | null {
  const [, parleyId, parleyToken, parleySuffix] = PARLEY.exec(pathname) ?? [];
  if (parleyId !== undefined && parleyToken !== undefined) {
    return { id: parleyId, token: parleyToken, messageId: null, ...named(parleySuffix, "parley") };
  }
  const [, id, token, messageId = null, suffix] = DISCORD.exec(pathname) ?? [];
  return id === undefined || token === undefined ? null : { id, token, messageId, ...named(suffix, "discord") };
}

// A request with an unknown name is logged and resent as any JSON.
function named(suffix: string | undefined, otherwise: DialectName): Pick<Address, "dialect" | "misnamed"> {
  const dialect = suffix === undefined ? otherwise : dialectAt(suffix);
  return { dialect: dialect ?? "json", misnamed: dialect === null ? (suffix ?? null) : null };
}

/** Returns the dialect for errors where no webhook can be: paths under /api come from Discord's clients. */
export function dialectUnder(pathname: string): DialectName {
  return pathname.startsWith("/api") ? "discord" : "parley";
}
