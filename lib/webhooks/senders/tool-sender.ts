import type { Idempotency } from "@/lib/messages/draft";
import type { EmbedTool } from "@/lib/messages/dto";
import { Unread } from "@/lib/network/foreign-text/reading-process";
import { log } from "@/lib/process/log";
import { maskPayload } from "@/lib/secrets/mask-secrets";
import { type CompiledSender, compiled } from "@/lib/webhooks/interpret/described/compile";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { asText as textOf } from "@/lib/webhooks/interpret/described/filters";
import {
  eventAndTool,
  makeMessagesPatiently,
  TemplateFailure,
  type ToolMessage,
  templateHeaders,
} from "@/lib/webhooks/interpret/described/make-messages";
import { valueAt } from "@/lib/webhooks/interpret/described/recognize";
import { ofTool } from "@/lib/webhooks/interpret/described/reports";
import { applyCardInUse } from "@/lib/webhooks/interpret/own-cards/use-card";
import { incidentOf, plainCard, plainText, toolNameOf } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { structureOf } from "@/lib/webhooks/interpret/plain/structure";
import { composeLine } from "@/lib/webhooks/interpret/things";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { readMade, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import type { RequestContext, RequestResult, Sender } from "@/lib/webhooks/request/context";
import { type AnyPayload, takeAny } from "@/lib/webhooks/request/read-body";
import { posted, refused, skipped, textResponse } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import {
  idempotencyKey,
  idempotencyOf,
  postAllAsWebhook,
  postAsWebhook,
  toolsKey,
  unlessAllSkipped,
} from "@/lib/webhooks/request/take-payload";

/** A description and its name in the registry. */
type RecognizedSender = { name: string; description: SenderDescription };

/** Returns the sender for a tool with a description. Its responses are Parley's own. */
export function describedSender(name: string, description: SenderDescription): Sender {
  return {
    name: description.name,
    handle: (context) => {
      const shaken = shakeHands(context, description.handshake);
      return shaken ? Promise.resolve(shaken) : takeAs(context, () => ({ name, description }));
    },
    refuse: refused,
  };
}

/** A chat whose messages other tools post: its name in the registry, and how they are read. */
export type Chat = {
  name: string;
  read: (payload: unknown, remarks: string[]) => Promise<[WebhookPost, ...WebhookPost[]]>;
};

/**
 * Returns the sender for any tool's JSON, form or text. `recognize` finds the tool, and `chatOf` the chat that a message
 * was written for; unknown payloads become a plain card.
 */
export function anySender(
  recognize: (payload: object | string, headers: RequestContext["headers"]) => RecognizedSender | null,
  chatOf: (payload: object | string) => Chat | null,
): Sender {
  return {
    name: "Any JSON",
    handle: (context) => takeAs(context, (payload) => recognize(payload, context.headers), chatOf),
    refuse: refused,
  };
}

const reported = new WeakSet<CompiledSender>();

/** Returns the tool's compiled description. The first time, this takes a few milliseconds and logs its mistakes. */
function ready({ name, description }: RecognizedSender): CompiledSender {
  const sender = compiled(description);
  if (sender.problems.length > 0 && !reported.has(sender)) {
    const problems = sender.problems.map(({ path, message }) => `${path.join(".")}: ${message}`);
    log.error({ tool: name, problems }, "a tool's description is broken: these events become plain cards");
    reported.add(sender);
  }
  return sender;
}

/**
 * Returns the response that the sender expects before it posts, or null if this isn't a handshake. Only sent to
 * requests with a valid token.
 */
function shakeHands(
  { method, headers }: RequestContext,
  handshake: SenderDescription["handshake"],
): RequestResult | null {
  if (handshake === undefined) return null;
  if ("method" in handshake) return method === "HEAD" ? { messageId: null, answer: () => textResponse(200, "") } : null;
  const secret = headers(handshake.header);
  if (method !== "POST" || secret === null || !/^[\x21-\x7e]{1,200}$/.test(secret)) return null;
  return { messageId: null, answer: () => textResponse(200, "", { [handshake.header]: secret }) };
}

function takeAs(
  context: RequestContext,
  recognize: (payload: object | string) => RecognizedSender | null,
  chatOf: (payload: object | string) => Chat | null = () => null,
): Promise<RequestResult> {
  return takeAny(context, async (taken) => {
    const found = recognize(taken.payload);
    const sender = found && ready(found);
    const origin = sender?.description ?? null;
    const signature = requireSignature(context, taken.body, origin?.signature);
    const masked = maskPayload(taken.payload);
    const shown = { payload: masked instanceof Promise ? await masked : masked, sent: taken.payload };
    const hasCard = context.webhook.cardVersion !== null;
    const own = hasCard ? await madeByCard(context, shown, () => saidBy(context, sender, shown.payload)) : null;
    const chat = own || found ? null : chatOf(taken.payload);
    if (chat) return postAsChat(context, taken, { chat, payload: shown.payload, signature });
    const made = own ?? (await messagesOf(context, sender, shown));
    return postAs(context, taken, made, { origin, signature, name: found?.name ?? null });
  });
}

/** Posts what was written for a chat. */
async function postAsChat(
  context: RequestContext,
  taken: AnyPayload,
  { chat, payload, signature }: { chat: Chat; payload: object | string; signature: Buffer | null },
): Promise<RequestResult> {
  const key = idempotencyKey(context);
  const known = key === null ? ownDelivery(context, null, taken, signature) : idempotencyOf(key, signature, taken.body);
  const posts = await chat.read(payload, context.remarks);
  const first = await postAllAsWebhook(context, posts, known, taken.files);
  return { sender: chat.name, messageId: first.messageId, answer: () => posted(first) };
}

/** A tool that isn't described: how its deliveries are identified, and its name and mark on cards. */
export type OtherTool = Pick<SenderDescription, "name" | "icon" | "delivery">;

/**
 * Handles a request with nothing but the webhook's own card. Returns null if the webhook has none, or if it isn't for
 * the request or fails. `origin` is null for an unknown tool.
 */
export async function takeByCard(context: RequestContext, origin: OtherTool | null): Promise<RequestResult | null> {
  if (context.webhook.cardVersion === null) return null;
  return takeAny(context, async (taken) => {
    const signature = requireSignature(context, taken.body);
    const shown = { payload: await maskPayload(taken.payload), sent: taken.payload };
    const tool = origin && { name: origin.name, mark: origin.icon };
    const made = await madeByCard(context, shown, () => ({ event: context.event, tool }));
    return made && postAs(context, taken, made, { origin, signature, name: null });
  });
}

/** Returns what the webhook's own card makes of a request, or null. If it fails, the delivery log says so. */
async function madeByCard(
  context: RequestContext,
  shown: { payload: object | string; sent: object | string },
  said: () => Pick<MadeMessages, "event" | "tool">,
): Promise<MadeMessages | null> {
  const result = await applyCardInUse(context.webhook, shown);
  if (result.kind === "other") return null;
  if (result.kind === "failed") {
    context.remarks.push(`The webhook's own card failed, so it wasn't used: ${result.reason.slice(0, 200)}`);
    return null;
  }
  const made = { skipped: null, plain: false, ...said() };
  if (result.kind === "skipped") return { ...made, messages: [], skipped: result.rule, remark: null };
  const { messages } = result;
  return { ...made, messages, remark: messages.find(({ remark }) => remark)?.remark ?? null };
}

/** Returns what the tool's description says about a request besides its messages. */
function saidBy(
  context: RequestContext,
  sender: CompiledSender | null,
  payload: object | string,
): Pick<MadeMessages, "event" | "tool"> {
  if (sender === null) return { event: null, tool: null };
  const { description } = sender;
  const request = {
    payload,
    headers: templateHeaders(description, context.headers),
    event: context.byHand && context.event,
    oneLine: context.webhook.oneLine,
  };
  const { event, tool } = eventAndTool(sender, request);
  return { event, tool: toolOf(description, tool) };
}

async function postAs(
  context: RequestContext,
  { body, payload, files }: AnyPayload,
  { messages, skipped, plain, event, tool, remark }: MadeMessages,
  { origin, signature, name }: { origin: OtherTool | null; signature: Buffer | null; name: string | null },
): Promise<RequestResult> {
  const key = idempotencyKey(context);
  const idempotency =
    key === null ? ownDelivery(context, origin, { body, payload }, signature) : idempotencyOf(key, signature, body);
  const noted = { sender: name, event, plain };
  if (skipped !== null) return { ...noted, ...nothingPosted(skipped) };
  Object.assign(context.noted, { sender: name, event });
  const posts = messages.flatMap((message) => toPosts(message, tool, plain));
  const post = (each: WebhookPost, index: number) => {
    const attached = index === 0 ? files : [];
    // Updates can't add files, so a message with files is posted as a new one.
    const bump = attached.length > 0 && { bump: true, thing: null };
    return postAsWebhook(context, { ...each, ...bump }, nth(idempotency, index), attached);
  };
  const [only, ...others] = posts;
  const made = only && others.length === 0 ? [await post(only, 0)] : await postSeveral(context, posts, post);
  const [first] = made;
  if (!first) throw new Error("A request made no message and wasn't left out.");
  const said = remark ?? made.find((each) => each.remark)?.remark ?? null;
  return { ...noted, messageId: first.messageId, remark: said, answer: () => posted(first) };
}

async function postSeveral<Posted>(
  context: RequestContext,
  posts: readonly WebhookPost[],
  post: (each: WebhookPost, index: number) => Promise<Posted>,
): Promise<Posted[]> {
  await context.rate.countMessages(posts.length);
  // Started together, so that they are committed together and in order.
  const outcomes = await Promise.allSettled(posts.map(post));
  // Waits for all before reporting an error, so that the delivery log names every posted message.
  return unlessAllSkipped(context, outcomes);
}

function nothingPosted(reason: string): RequestResult {
  return { messageId: null, remark: `Skipped: ${reason}`, answer: () => skipped(reason) };
}

type MadeMessages = {
  messages: ToolMessage[];
  skipped: string | null;
  /** Whether it's a plain card. */
  plain: boolean;
  event: string | null;
  /** Null for JSON from an unknown tool that doesn't say its name. */
  tool: EmbedTool | null;
  remark: string | null;
};

async function messagesOf(
  context: RequestContext,
  sender: CompiledSender | null,
  { payload, sent }: { payload: object | string; sent: object | string },
): Promise<MadeMessages> {
  const made = { skipped: null, plain: false, event: null, tool: null, remark: null };
  if (sender === null) {
    const name = toolNameOf(context.headers("user-agent"), payload, plainBudget());
    return { ...made, ...(await plainOf(context, { payload, sent }, null)), tool: name === null ? null : { name } };
  }
  const { description } = sender;
  const headers = templateHeaders(description, context.headers);
  try {
    const { oneLine } = context.webhook;
    const masked = maskPayload(headers);
    const shown = masked instanceof Promise ? await masked : masked;
    const request = { payload, headers: shown, event: context.byHand && context.event, oneLine };
    const making = makeMessagesPatiently(sender, request, { ...request, payload: sent, headers });
    const { event, tool: name, result } = making instanceof Promise ? await making : making;
    const tool = toolOf(description, name);
    if (result.kind === "messages") {
      const { messages } = result;
      return { ...made, messages, event, tool, remark: messages.find(({ remark }) => remark)?.remark ?? null };
    }
    if (result.kind === "skipped") return { ...made, messages: [], skipped: result.rule, event };
    return { ...made, ...(await plainOf(context, { payload, sent }, { tool: name, event })), event, tool };
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error;
    const { event, message } = error;
    const remark = `${description.name}'s template${event && ` for ${event}`} failed, so a plain card was posted: ${message.slice(0, 200)}`;
    const tool = toolOf(description, description.name);
    return { ...made, ...(await plainOf(context, { payload, sent }, { tool: tool.name, event })), event, tool, remark };
  }
}

const UNREAD = "This payload couldn't be read";

/** Returns the plain card of a payload that no description covers. If the webhook wants it, it replaces an earlier one. */
async function plainOf(
  { webhook, remarks }: RequestContext,
  { payload, sent }: { payload: object | string; sent: object | string },
  described: { tool: string; event: string } | null,
): Promise<Pick<MadeMessages, "messages" | "plain">> {
  try {
    const shown = await structureOf(payload, `${webhook.id}`);
    if (shown === null) return { messages: [plainText(`${payload}`)], plain: false };
    // A key is made from the original, or two masked secrets would give the same one.
    const whole = webhook.updatesCards ? (sent === payload ? shown : await structureOf(sent, `${webhook.id}`)) : null;
    const key = whole && incidentOf(whole, plainBudget());
    const message = plainCard(shown, plainBudget(), { described, isUpdated: key !== null });
    return { messages: [key === null ? message : { ...message, update_key: key }], plain: true };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    remarks.push("This text has no card, because reading it failed or took too long. It isn't shown.");
    return { messages: [plainText(UNREAD)], plain: false };
  }
}

/** Returns the tool as its cards show it. */
export function toolOf({ name, icon }: SenderDescription, shown: string): EmbedTool {
  // A tool that shares another one's description doesn't have its logo.
  return { name: shown, mark: shown === name || shown.toLowerCase() === icon ? icon : undefined };
}

/**
 * Identifies a delivery by the tool's id and the body, without the parts that count retries: the same id with another
 * body is another delivery. What a member resends is a new message.
 */
function ownDelivery(
  context: RequestContext,
  origin: OtherTool | null,
  { body, payload }: Omit<AnyPayload, "files">,
  signature: Buffer | null,
): Idempotency | null {
  if (context.byHand) return null;
  const { name = "webhook", delivery } = origin ?? {};
  const own =
    delivery &&
    ("header" in delivery ? context.headers(delivery.header) : textOf(valueAt(payload, delivery.path.split("."))));
  const key = toolsKey(name, own || context.headers("webhook-id"));
  const known = idempotencyOf(key, signature, delivery?.varies ? sameInEachTry(payload, delivery.varies) : body);
  return known && { ...known, isToolsId: true };
}

function sameInEachTry(payload: object | string, varies: readonly string[]): string {
  const paths = varies.map((path) => path.split("."));
  return JSON.stringify(without(payload, paths));
}

/** Returns the value without what is at these paths of own properties. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (!isObject(value) || Array.isArray(value) || paths.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const within = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
      return within.some((rest) => rest.length === 0) ? [] : [[key, without(each, within)]];
    }),
  );
}

/** Gives each message of a request its own key, so that repeating the request doubles none. */
function nth(idempotency: Idempotency | null, index: number): Idempotency | null {
  if (idempotency === null || index === 0) return idempotency;
  const { key } = idempotency;
  return key === null ? null : { ...idempotency, key: `${key}#${index}`, signature: null };
}

/** Returns the posts of a tool's message: on its thing, and on what it's a check of. Or as it's posted without things. */
function toPosts(message: ToolMessage, tool: EmbedTool | null, isPlain: boolean): WebhookPost[] {
  const reports = [message.report, message.checked].filter((report) => report !== undefined);
  if (tool === null || reports.length === 0) return [toPost(message, tool, isPlain)];
  const { thread_key, update_key, ...card } = message;
  const post = toPost(card, tool, isPlain);
  return reports.map((report) => ({ ...post, thing: { report: ofTool(report, tool), compose: composeLine } }));
}

/** Returns a tool's message as it's posted. `isPlain` says that no description covers its payload. */
export function toPost(
  { content, embeds, thread_key, update_key, bump, keepFields }: ToolMessage,
  tool: EmbedTool | null,
  isPlain: boolean,
): WebhookPost {
  const post = readMade({ content, embeds, thread_key, update_key, bump });
  const made = post.embeds.map((embed) => ({ ...embed, ...(tool && { tool }), ...(isPlain && { isPlain }) }));
  return { ...post, embeds: made, keepFields };
}
