import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Budget, OverBudget } from "@/lib/text/budget";
import { isAppError } from "@/lib/text/errors";
import { refuseOtherSites } from "@/lib/web/origin";
import { type PlainAnswer, send } from "@/server/http/answer";
import { isUnder, type Target } from "@/server/http/gate";

// Why: docs/decisions/listener.md

const LIMITS = { nodes: 100_000, depth: 32, characters: 1024 * 1024 };
// More fail in the framework.
const MOST_ARGUMENTS = 1_000;

// What React writes for text that begins with $, and for the values that JSON doesn't have. Anything else refers to parts of
// a form or to the server's own functions, which none of our actions take.
const PLAIN_REFERENCE = /^\$(?:\$|(?:undefined|NaN|-?Infinity|-0)$)/;

/**
 * Answers calls of server actions that the framework would fail at, with 500 and a line in the log: from another site
 * (403), of an action that the build doesn't have (404), or that aren't a list of JSON values (400). Waits for the body and
 * puts it back. `actions` are the build's ids; null accepts any. Returns false for everything that the framework handles.
 */
export async function actionGate(
  actions: ReadonlySet<string> | null,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: Target,
): Promise<boolean> {
  const { headers, method } = request;
  const id = headers["next-action"];
  const isForm = /^multipart\/form-data/i.test(headers["content-type"] ?? "");
  const isPage = !["/api", "/webhooks", "/_next"].some((prefix) => isUnder(pathname, prefix));
  if (method !== "POST" || !isPage || (id === undefined && !isForm)) return false;
  const refused = refusal(request, actions);
  if (refused !== null) {
    await send(request, response, refused);
    return true;
  }
  // None of our actions takes a form.
  const body = isForm ? "" : await peek(request);
  if (body === null) return true;
  if (isReadable(body)) return false;
  await send(request, response, sentence(400, "The call can't be read. Reload the page and try again."));
  return true;
}

function refusal({ headers }: IncomingMessage, actions: ReadonlySet<string> | null): PlainAnswer | null {
  try {
    refuseOtherSites({ method: "POST", headers: { get: (name) => headers[name]?.toString() ?? null } });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return sentence(403, error.message);
  }
  acceptOrigin(headers);
  const id = headers["next-action"];
  if (id === undefined || actions === null || actions.has(id.toString())) return null;
  // By this header, pages of an earlier version know that they have to be reloaded.
  return sentence(404, "There's no such action. Reload the page.", { "x-nextjs-action-not-found": "1" });
}

/** Makes the framework, which knows no BASE_URL and reads no lists, accept an origin that we accept. */
function acceptOrigin(headers: IncomingMessage["headers"]): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const { host } = new URL(origin);
  if (host !== headers.host || headers["x-forwarded-host"] !== undefined) headers["x-forwarded-host"] = host;
}

/** Waits for the whole body and leaves it to be read again; null if the connection closed before. */
async function peek(request: IncomingMessage): Promise<string | null> {
  const length = Number(request.headers["content-length"] ?? 0);
  const closed = once(request, "close").catch(() => undefined);
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < length; ) {
    const chunk: Uint8Array | null = request.read();
    if (chunk === null) {
      if (request.destroyed) return null;
      await Promise.race([once(request, "readable").catch(() => undefined), closed]);
      continue;
    }
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  const body = Buffer.concat(chunks);
  // Before anything is awaited: afterwards the stream may have ended.
  if (body.byteLength > 0) request.unshift(body);
  return body.toString();
}

function isReadable(body: string): boolean {
  try {
    const budget = new Budget(LIMITS);
    budget.spendCharacters(body.length);
    const values: unknown = JSON.parse(body);
    return Array.isArray(values) && values.length <= MOST_ARGUMENTS && isPlain(values, budget);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OverBudget) return false;
    throw error;
  }
}

function isPlain(value: unknown, budget: Budget): boolean {
  budget.spend();
  if (typeof value === "string") return !value.startsWith("$") || PLAIN_REFERENCE.test(value);
  if (typeof value !== "object" || value === null) return true;
  return budget.deeper(() => Object.values(value).every((each) => isPlain(each, budget)));
}

function sentence(status: number, text: string, headers: Record<string, string> = {}): PlainAnswer {
  // As plain text, because a page shows that as the error's message.
  const type = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return { status, headers: { ...type, ...headers }, body: Buffer.from(text) };
}
