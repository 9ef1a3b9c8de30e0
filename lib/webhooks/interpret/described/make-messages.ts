import type { Context } from "liquidjs";
import { canBeOpen } from "@/lib/messages/cards/tones";
import { CARD_SEVERITIES, type Embed, type EmbedField } from "@/lib/messages/dto";
import { atOnce, patiently } from "@/lib/process/patiently";
import { cut, firstCodePoints, isBlank, oneLine } from "@/lib/text/text";
import { embedOf } from "@/lib/webhooks/interpret/card";
import type {
  CompiledFact,
  CompiledMessage,
  CompiledSender,
  TextName,
} from "@/lib/webhooks/interpret/described/compile";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { isoTime } from "@/lib/webhooks/interpret/described/filters";
import { digestKey, keyOf, objectsAt, tidy, tidyValue, toneIn } from "@/lib/webhooks/interpret/described/rendered";
import {
  isOpen,
  type Making,
  type Reports,
  reportsOf,
  type ThingKeys,
  thingKeysOf,
  withReportKeys,
} from "@/lib/webhooks/interpret/described/reports";
import { contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";
import { cutMarkdown } from "@/lib/webhooks/interpret/within-limits";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";

/** What a description makes of a request. */
export type Interpretation =
  | { kind: "messages"; messages: ToolMessage[] }
  /** A rule of the description skips it. */
  | { kind: "skipped"; rule: string }
  /** The description doesn't have the event, or the templates rendered nothing. */
  | { kind: "unknown" };

/** A message in the format of Parley's own payload, within all limits. */
export type ToolMessage = {
  content: string;
  embeds: Embed[];
  thread_key?: string;
  update_key?: string;
  bump?: boolean;
  /** Only shown to people who manage the webhook. */
  remark?: string;
  keepFields: boolean;
} & Reports;

/** A request as templates see it. */
export type Request = {
  payload: unknown;
  headers: Record<string, string>;
  /** The event's name if the payload doesn't contain it, because resent requests have no headers. */
  event?: string | null;
  /** Whether each thing has one line. */
  oneLine?: boolean;
};

/** Returns the headers that a description's templates read, as `headers.x_event`. */
export function templateHeaders(
  { headers = [] }: SenderDescription,
  sent: (name: string) => string | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    headers.map((name) => [name.replaceAll("-", "_"), sent(name)?.slice(0, LONGEST_HEADER) ?? ""]),
  );
}

const LONGEST_HEADER = 500;
const LONGEST_EVENT = 100;
const MOST_MESSAGES = 100;
const MOST_ROWS = 25;
const LONGEST_REMARK = 1_000;
const LONGEST_LABEL = 80;

/**
 * Makes the messages of a request with its sender's description. The event is "" if it has no name. If secrets are
 * masked in `request`, `sent` is the original: keys are made from it, or two masked secrets would give the same key.
 * Throws a TemplateFailure, for example if the templates take too long.
 */
export function makeMessages(sender: CompiledSender, request: Request, sent = request): Outcome {
  return atOnce(making(sender, request, sent));
}

const AT_ONCE_MS = 10;

/** Like `makeMessages`, but yields to other work every few milliseconds, whatever the request contains. Most need no promise. */
export function makeMessagesPatiently(
  sender: CompiledSender,
  request: Request,
  sent = request,
): Outcome | Promise<Outcome> {
  return patiently(making(sender, request, sent), AT_ONCE_MS);
}

/** The event's name in the delivery log, the tool's name on its cards, and what it becomes. */
export type Outcome = { event: string; tool: string; result: Interpretation };

function* making(sender: CompiledSender, whole: Request, original: Request): Generator<undefined, Outcome> {
  const [request, sent] = [seenBy(sender, whole), seenBy(sender, original)];
  const patience = new Patience();
  let event = "";
  try {
    const scope = scopeOf(request, sender.description.tables);
    const named = namesIn(sender, { request, scope }, patience);
    const { tool, template } = named;
    event = named.event;
    const message = sender.events.get(template) ?? sender.events.get("*");
    if (!message) return { event, tool, result: { kind: "unknown" } };
    return { event, tool, result: yield* makeAll(message, { request, scope }, { sent, event: template }, patience) };
  } catch (error) {
    throw new TemplateFailure(event, error instanceof Error ? error.message : "it failed");
  }
}

/** `template` is the event's name in the description; in the delivery log it may have an action. */
type Names = { event: string; template: string; tool: string };

function namesIn(sender: CompiledSender, { request, scope }: Scoped, patience: Patience): Names {
  const context = contextOf(scope, patience);
  const tool = oneLine(sender.tool(context)) || sender.description.name;
  const said = oneLine(sender.event(context));
  const template = firstCodePoints(said || withoutAction(sender, oneLine(request.event ?? "")), LONGEST_EVENT);
  const action = request.oneLine && template !== "" ? oneLine(sender.action?.(context) ?? "") : "";
  return { event: firstCodePoints(action ? `${template}.${action}` : template, LONGEST_EVENT), template, tool };
}

/** A resent request's event is the one in the delivery log. */
function withoutAction({ events, action }: CompiledSender, event: string): string {
  const dot = event.lastIndexOf(".");
  return action === null || dot < 0 || events.has(event) ? event : event.slice(0, dot);
}

/** Returns the request as this description's templates see it. */
function seenBy({ description }: CompiledSender, { oneLine = false, ...request }: Request): Request {
  return { ...request, oneLine: oneLine && description.one_line === true };
}

/** Returns a request's event, "" if it has no name, and the tool's name on its cards, without making its messages. Never throws. */
export function eventAndTool(sender: CompiledSender, request: Request): { event: string; tool: string } {
  try {
    const seen = seenBy(sender, request);
    return namesIn(sender, { request: seen, scope: scopeOf(seen, sender.description.tables) }, new Patience());
  } catch {
    return { event: "", tool: sender.description.name };
  }
}

/** A template failed or took too long. */
export class TemplateFailure extends Error {
  constructor(
    readonly event: string,
    reason: string,
  ) {
    super(oneLine(reason));
  }
}

function* makeAll(
  message: CompiledMessage,
  { request, scope }: Scoped,
  { sent, event }: { sent: Request; event: string },
  patience: Patience,
): Generator<undefined, Interpretation> {
  const hidesSecrets = sent.payload !== request.payload || sent.headers !== request.headers;
  const sentItems = hidesSecrets ? itemsOf(message, sent) : [];
  const sentScope = hidesSecrets ? scopeOf(sent, message.tables) : scope;
  scope.request.event = event;
  sentScope.request.event = event;
  const messages: ToolMessage[] = [];
  let rule = "";
  for (const [index, item] of itemsOf(message, request).entries()) {
    yield;
    const { oneLine = false } = request;
    const { skipped, made } = makeItem(message, { payload: request.payload, item, scope, oneLine }, patience);
    rule ||= skipped;
    if (!made) continue;
    if (!hidesSecrets) messages.push(made);
    else {
      yield;
      const its = { payload: sent.payload, item: sentItems[index] ?? null, scope: sentScope, oneLine };
      messages.push(withKeysOf(message.tool, made, makeItem(message, its, patience).made));
    }
  }
  if (messages.length > 0) return { kind: "messages", messages };
  return rule ? { kind: "skipped", rule: firstCodePoints(rule, LONGEST_EVENT) } : { kind: "unknown" };
}

function makeItem(
  message: CompiledMessage,
  {
    payload,
    item,
    scope,
    oneLine: isOneLine,
  }: { payload: unknown; item: object | null; scope: object; oneLine: boolean },
  patience: Patience,
): { skipped: string; made: ToolMessage | null } {
  patience.restart();
  const context = contextOf(scope, patience);
  context.push({ item });
  const noise = isOneLine ? message.parts.noise?.(context) : "";
  const skipped = oneLine(message.skip?.(context) || noise || "");
  if (skipped) return { skipped, made: null };
  const making = { message, context, lists: { payload, item } };
  return { skipped, made: makeMessage(making, isOneLine ? thingKeysOf(making) : null) };
}

/** Replaces the message's keys with those of the original request, as digests if they contain a secret. */
function withKeysOf(tool: string, message: ToolMessage, sent: ToolMessage | null): ToolMessage {
  const { content, embeds, keepFields } = message;
  const key = (name: "thread_key" | "update_key") => {
    const whole = sent?.[name];
    if (whole === undefined) return {};
    return { [name]: whole === message[name] ? whole : digestKey(tool, whole) };
  };
  const said = sent?.remark;
  const remark = said === undefined ? {} : { remark: said };
  const [report, checked] = [
    withReportKeys(tool, message.report, sent?.report),
    withReportKeys(tool, message.checked, sent?.checked),
  ];
  return {
    content,
    embeds,
    ...key("thread_key"),
    ...key("update_key"),
    ...remark,
    keepFields,
    ...(report && { report }),
    ...(checked && { checked }),
  };
}

function itemsOf({ each }: CompiledMessage, { payload }: Request): (object | null)[] {
  return each === null ? [null] : objectsAt({ payload }, each).slice(0, MOST_MESSAGES);
}

/** What templates read. The event has no name until they have said it. */
type Scope = Pick<Request, "payload" | "headers"> &
  Pick<SenderDescription, "tables"> & { request: { event: string; one_line: boolean } };

type Scoped = { request: Request; scope: Scope };

// Parley's own names come last, so that a payload can't override them. `payload` gives access to what they hide.
function scopeOf(
  { payload, headers, oneLine: one_line = false }: Request,
  tables: SenderDescription["tables"] = {},
): Scope {
  return { ...(isObject(payload) ? payload : {}), payload, headers, request: { event: "", one_line }, tables };
}

function makeMessage(making: Making, things: ThingKeys | null): ToolMessage | null {
  const { message, context, lists } = making;
  const { tool, parts, place, facts, labels, links, keepFacts } = message;
  const markdown = (part: TextName) => tidy(parts[part]?.(context) ?? "");
  const plain = (part: TextName) => oneLine(parts[part]?.(context) ?? "");
  const url = (part: TextName) => webUrl(plain(part));
  const time = (part: TextName) => (parts[part] ? (isoTime(plain(part)) ?? undefined) : undefined);
  const updateKey = keyOf(tool, plain("update_key"), PAYLOAD_LIMITS.updateKey);
  const { tone, isOver } = toneIn(plain("tone"));
  const word = plain("state");
  const open = things?.thing
    ? isOpen(message, things, { tone, isOver })
    : !isOver && updateKey !== "" && canBeOpen(tone);
  const embed = embedOf({
    place: place.map((each) => tidyValue(oneLine(each(context)))),
    subject: tidyValue(plain("subject")),
    event: plain("event"),
    state: isBlank(word) ? undefined : { word, tone: tone ?? "none", open },
    tone,
    severity: CARD_SEVERITIES.find((each) => each === plain("severity").toLowerCase()),
    summary: plain("summary"),
    body: markdown("body"),
    facts: makeFacts(facts, context, lists),
    labels: makeFacts(labels, context, lists).map(({ name, value }) => `${name}=${value}`),
    url: url("url"),
    links: links.flatMap(({ label, url }) => {
      const [shown, to] = [cut(oneLine(label(context)), LONGEST_LABEL), webUrl(oneLine(url(context)))];
      return isBlank(shown) || to === undefined ? [] : [{ label: shown, url: to }];
    }),
    person: { name: plain("person.name"), url: url("person.url"), icon_url: url("person.icon_url") },
    footer: plain("footer"),
    at: time("at"),
    startedAt: time("started_at"),
    endedAt: time("ended_at"),
    image: imageAt(url("image")),
    thumbnail: imageAt(url("thumbnail")),
  });
  const content = cutMarkdown(markdown("content"), PAYLOAD_LIMITS.content);
  const shows = !isBlank(embed.title) || !isBlank(embed.description) || (embed.fields ?? []).length > 0;
  if (isBlank(content) && !shows) return null;
  const threadKey = keyOf(tool, plain("thread_key"), PAYLOAD_LIMITS.threadKey);
  const remark = firstCodePoints(plain("remark"), LONGEST_REMARK);
  return {
    content,
    embeds: shows ? [embed] : [],
    ...(threadKey && { thread_key: threadKey }),
    ...(updateKey && { update_key: updateKey }),
    ...(remark && { remark }),
    keepFields: keepFacts,
    ...(things && shows && reportsOf(making, things, { embed, tone })),
  };
}

function makeFacts(facts: readonly CompiledFact[], context: Context, lists: object): EmbedField[] {
  const made: EmbedField[] = [];
  for (const fact of facts) {
    // One more than fit, so that the card says that it's shortened.
    if (made.length > EMBED_LIMITS.fields) break;
    made.push(...makeFact(fact, context, lists));
  }
  return made;
}

function makeFact({ each, name, value, kind, inline }: CompiledFact, context: Context, lists: object): EmbedField[] {
  context.renderLimit.check(0);
  const rows = each === null ? [null] : objectsAt(lists, each).slice(0, MOST_ROWS);
  return rows.flatMap((row) => {
    context.renderLimit.check(0);
    context.push({ row });
    const [shownName, shownValue] = [oneLine(name(context)), tidyValue(tidy(value(context)))];
    context.pop();
    if (isBlank(shownName) || isBlank(shownValue)) return [];
    return [{ name: shownName, value: shownValue, inline, ...(kind && { kind }) }];
  });
}

function imageAt(url: string | undefined): Embed["image"] {
  return url === undefined ? undefined : { url };
}
