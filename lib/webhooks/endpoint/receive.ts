import { record } from "@/lib/process/recorder";
import { traced } from "@/lib/process/tracing";
import { isAppError } from "@/lib/text/errors";
import { captureFailedPayload, rawPayload } from "@/lib/webhooks/deliveries/payload";
import { recordDelivery, recordHandedOver } from "@/lib/webhooks/deliveries/record-delivery";
import {
  authorize,
  dialectUnder,
  parseAddress,
  reauthorize,
  withCurrentCardSettings,
} from "@/lib/webhooks/endpoint/authorize";
import { bodyBudget, parseExactly } from "@/lib/webhooks/payload/json-object";
import {
  type AuthorizedWebhook,
  type ByHand,
  type RequestContext,
  type RequestResult,
  requestContext,
  type WebhookRequest,
} from "@/lib/webhooks/request/context";
import {
  Skipped,
  skipped,
  toWebhookError,
  WebhookError,
  type WebhookResponse,
  webhookError,
} from "@/lib/webhooks/request/response";
import {
  addressFor,
  type DialectName,
  loggedDialect,
  type Spoken,
  spokenAt,
  unknownSender,
} from "@/lib/webhooks/senders/registry";
import { takeByCard } from "@/lib/webhooks/senders/tool-sender";

/**
 * Handles a request to a webhook's URL in any dialect, with the contract's order of checks: id and token, method and
 * content type, size, parse, validate, post. Never throws. A success is returned after the message is committed to
 * disk.
 */
export async function receive(request: WebhookRequest): Promise<WebhookResponse> {
  const address = parseAddress(request.pathname);
  const { headers, pathname } = request;
  const named = spokenAt(address?.dialect ?? dialectUnder(pathname), headers);
  const unknown =
    address?.misnamed && unknownSender(address.misnamed, spokenAt(dialectUnder(pathname), headers).sender);
  const spoken: Spoken = unknown ? { ...named, sender: unknown, place: "own" } : named;
  const { sender, dialect } = spoken;
  let webhook: AuthorizedWebhook | null;
  try {
    const found = address && authorize(address.id, address.token, request.method);
    webhook = found instanceof Promise ? await found : found;
  } catch (thrown) {
    const error = toWebhookError(thrown);
    record()?.webhookRequest(dialect, error.code);
    return sender.refuse(error, null);
  }
  if (!address || !webhook) {
    record()?.webhookRequest(dialect, "unknown_webhook");
    const canBeToken = address !== null && /^[A-Za-z0-9_-]{68}$/.test(address.token);
    return sender.refuse(webhookError(canBeToken ? "unknown_webhook" : "malformed_token"), null);
  }
  const known = { messageId: address.messageId, event: named.sender.eventOf?.(headers) ?? null };
  const { response } = await answer(requestContext(request, webhook, known), spoken);
  return response;
}

/**
 * Handles a test message, a resent delivery or a hand-written post by a member who manages the webhook. Checks
 * everything but the token and the signature. Throws WebhookError.
 */
export async function receiveAs(
  webhook: AuthorizedWebhook,
  named: DialectName,
  byHand: ByHand,
  { headers: given, event = null, body }: { headers: Record<string, string>; event?: string | null; body: string },
): Promise<{ messageId: bigint }> {
  const all: Record<string, string> = { "content-type": "application/json", ...given };
  const headers = (name: string) => all[name] ?? null;
  const spoken = spokenAt(named, headers);
  const request = { method: "POST", pathname: "", headers, body: once(body) };
  const context = requestContext(request, webhook, { byHand, event: spoken.sender.eventOf?.(headers) ?? event });
  const { error, messageId, remark } = await answer(context, spoken);
  if (error) throw error;
  if (messageId === null) throw new WebhookError("empty", `Nothing was posted. ${remark ?? ""}`.trim());
  return { messageId };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

type Outcome = {
  response: WebhookResponse;
  error: WebhookError | null;
  messageId: bigint | null;
  /** The delivery log's remark on a success. */
  remark: string | null;
};

const LOST: ReadonlySet<string> = new Set(["unauthenticated", "forbidden", "not_found"]);

async function answer(context: RequestContext, spoken: Spoken): Promise<Outcome> {
  const startedAt = performance.now();
  let messageId: bigint | null = null;
  try {
    const { done, dialect } = await take(context, spoken);
    messageId = done.messageId;
    const answered = done.answer();
    const response = answered instanceof Promise ? await answered : answered;
    const remark = [done.remark ?? [], context.remarks].flat().join(" ") || null;
    const sender = done.sender ?? context.noted.sender;
    const logged = sender ? loggedDialect(sender) : dialect;
    if (!context.byHand) record()?.webhookRequest(logged, successOf(context));
    // Reads change nothing, so they aren't logged.
    if (context.method !== "GET") {
      const payload = rawPayload(context.body.payload);
      const event = done.event ?? context.noted.event ?? context.event;
      const outcome = { dialect: logged, status: response.status, payload, startedAt };
      const more = { reason: remark, plain: done.plain ?? false, tool: spoken.by ?? logged, messageId };
      recordDelivery({ ...context, event }, { ...outcome, ...more });
      recordHandedOver({ ...context, event }, outcome);
    }
    return { response, error: null, messageId, remark };
  } catch (thrown) {
    // A member who can't manage the webhook anymore leaves nothing in its log.
    if (context.byHand && isAppError(thrown) && LOST.has(thrown.code)) throw thrown;
    const error = await disclosable(thrown, context.webhook);
    const { sender, dialect } = spoken;
    const response = sender.refuse(error, context);
    if (!context.byHand) record()?.webhookRequest(dialect, error.code);
    if (error.code !== "unknown_webhook") {
      const payload = await captureFailedPayload(context, error.code);
      const { status } = response;
      const reason = [error.message, ...context.remarks].join(" ");
      recordDelivery(context, { dialect, status, reason, payload, messageId, startedAt });
    }
    return { response, error, messageId: null, remark: null };
  }
}

/** Returns what a successful request did, for the metrics. */
function successOf({ method, messages, repeated, noted }: RequestContext): string {
  if (method !== "POST") return method === "GET" ? "read" : "changed";
  if (messages.size === 0) return noted.handedOver.length > 0 ? "posted" : "skipped";
  return repeated.size === messages.size ? "duplicate" : "posted";
}

type Taken = { done: RequestResult; dialect: DialectName };

/** One way to take a request. */
type Candidate = {
  /** Returns null if the request isn't for it. */
  take: (context: RequestContext, spoken: Spoken) => Promise<RequestResult | null> | null;
  /** Whether the delivery log names any JSON instead of the sender in the URL. */
  isAnyJson?: true;
  /** Whether the next candidate gets what this one refuses for its content or signature. */
  passesOn?: true;
};

/** As the sender that the URL names. */
const asSpoken = (context: RequestContext, { sender, dialect }: Spoken): Promise<RequestResult> =>
  traced("handle a payload", () => sender.handle(context), { "parley.sender": dialect });

/** By the webhook's own card, for a tool whose sender doesn't apply it. */
const byCardOfTool = (context: RequestContext, { tool }: Spoken) => (tool ? takeByCard(context, tool) : null);

/** As any tool's payload, if the webhook accepts that. */
const asAnyJson = (context: RequestContext) =>
  context.webhook.takesAnyJson ? spokenAt("json", context.headers).sender.handle(context) : null;

/** By the webhook's own card, for an unknown tool. */
const byCard = (context: RequestContext) => takeByCard(context, null);

/** The candidates at each kind of address, in their order. The first that takes the request decides. */
const CANDIDATES: Record<Spoken["place"], readonly Candidate[]> = {
  own: [{ take: asSpoken }],
  tool: [{ take: byCardOfTool }, { take: asSpoken }],
  plain: [
    { take: asSpoken, passesOn: true },
    { take: asAnyJson, isAnyJson: true },
    { take: byCard, isAnyJson: true, passesOn: true },
  ],
};

/** Lets the first candidate that takes the request handle it. */
async function take(given: RequestContext, spoken: Spoken): Promise<Taken> {
  const { place, dialect } = spoken;
  let context = given;
  if (place === "tool" && !given.webhook.fresh) {
    const webhook = await withCurrentCardSettings(given.webhook);
    if (webhook !== given.webhook) context = { ...given, webhook };
  }
  let refusal: unknown;
  for (const candidate of CANDIDATES[place]) {
    try {
      const taking = candidate.take(context, spoken);
      const done = taking && (await taking);
      if (done) return { done, dialect: candidate.isAnyJson ? "json" : dialect };
    } catch (error) {
      if (error instanceof Skipped) return { done: skip(given, spoken, error), dialect };
      if (!candidate.passesOn || !isOfAnotherKind(error)) throw error;
      refusal ??= error;
      // What the webhook accepts may have changed since it was read into memory.
      const webhook = await reauthorize(context.webhook);
      if (!webhook) break;
      context = { ...context, webhook };
    }
  }
  throw withAddress(refusal, context);
}

function skip(context: RequestContext, { sender }: Spoken, { reason }: Skipped): RequestResult {
  const answer = () => sender.skip?.(reason, context) ?? skipped(reason);
  return { messageId: null, remark: `Skipped: ${reason}.`.replace(/\.\.$/, "."), answer };
}

/** Returns whether a request was rejected for its content or signature, so that another sender might accept it. */
function isOfAnotherKind(error: unknown): boolean {
  if (error instanceof WebhookError) return [400, 401, 415].includes(error.status);
  return isAppError(error) && error.code === "invalid";
}

/** Adds to a refusal at the plain URL which address the payload is for, if it's a known tool's. */
function withAddress(error: unknown, { body, headers }: RequestContext): unknown {
  const { code, status, message, path } = toWebhookError(error);
  if (status !== 400 || typeof body.payload !== "string") return error;
  try {
    const address = addressFor(parseExactly(body.payload, bodyBudget()), headers);
    return address === null ? error : new WebhookError(code, `${message} ${address}`, { path });
  } catch {
    // It isn't JSON, or too much.
    return error;
  }
}

/** Returns the error to send: if the webhook came from memory, its token or state may have changed meanwhile. */
async function disclosable(thrown: unknown, webhook: AuthorizedWebhook): Promise<WebhookError> {
  const error = toWebhookError(thrown);
  if (webhook.fresh || error.status >= 500) return error;
  try {
    const now = await reauthorize(webhook);
    if (!now) return webhookError("unknown_webhook");
    if (now.paused) return webhookError("paused");
    return now.archived ? webhookError("archived") : error;
  } catch (failure) {
    return toWebhookError(failure);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The route handlers of every webhook path. `receive` answers all methods. */
export const webhookRoute = {
  GET: receiveWeb,
  HEAD: receiveWeb,
  POST: receiveWeb,
  PUT: receiveWeb,
  PATCH: receiveWeb,
  DELETE: receiveWeb,
  OPTIONS: receiveWeb,
};

async function receiveWeb(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await receive({
    method: request.method,
    pathname,
    search,
    headers: (name) => request.headers.get(name),
    body: request.body ?? nothing(),
    wholeBody: async () => new Uint8Array(await request.arrayBuffer()),
  });
  return new Response(request.method === "HEAD" || status === 204 ? null : Buffer.from(body), { status, headers });
}
