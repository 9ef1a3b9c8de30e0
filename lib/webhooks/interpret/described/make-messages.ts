import { createHash } from "node:crypto";
import type { Context } from "liquidjs";
import { canBeOpen } from "@/lib/messages/cards/tones";
import { CARD_SEVERITIES, type Embed, type EmbedField, STATE_TONES, type StateTone } from "@/lib/messages/dto";
import { atOnce, patiently } from "@/lib/process/patiently";
import { codePoints, cut, firstCodePoints, isBlank, oneLine } from "@/lib/text/text";
import { embedOf } from "@/lib/webhooks/interpret/card";
import type {
  CompiledFact,
  CompiledMessage,
  CompiledSender,
  TextName,
} from "@/lib/webhooks/interpret/described/compile";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { isoTime, pairsOf } from "@/lib/webhooks/interpret/described/filters";
import { toneOfColor } from "@/lib/webhooks/interpret/described/older-keys";
import { valueAt } from "@/lib/webhooks/interpret/described/recognize";
import { contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";
import { cutMarkdown } from "@/lib/webhooks/interpret/within-limits";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";
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
};

/** A request as templates see it. */
export type Request = {
  payload: unknown;
  headers: Record<string, string>;
  /** The event's name if the payload doesn't contain it, because resent requests have no headers. */
  event?: string | null;
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
// Far longer than a title; the rest isn't tidied.
const LONGEST_TIDIED = 1_000;

/**
 * Makes the messages of a request with its sender's description. The event is "" if it has no name. If secrets are
 * masked in `request`, `sent` is the original: keys are made from it, or two masked secrets would give the same key.
 * Throws a TemplateFailure, for example if the templates take too long.
 */
export function makeMessages(sender: CompiledSender, request: Request, sent = request): Outcome {
  return atOnce(making(sender, request, sent));
}

const AT_ONCE_MS = 10;

/** Like `makeMessages`, but yields to other work every few milliseconds, whatever the request contains. */
export function makeMessagesPatiently(sender: CompiledSender, request: Request, sent = request): Promise<Outcome> {
  return patiently(making(sender, request, sent), AT_ONCE_MS);
}

/** The event's name, the tool's name on its cards, and what it becomes. */
export type Outcome = { event: string; tool: string; result: Interpretation };

function* making(sender: CompiledSender, request: Request, sent: Request): Generator<undefined, Outcome> {
  const patience = new Patience();
  let event = "";
  try {
    const named = namesIn(sender, request, patience);
    event = named.event;
    const { tool } = named;
    const message = sender.events.get(event) ?? sender.events.get("*");
    if (!message) return { event, tool, result: { kind: "unknown" } };
    return { event, tool, result: yield* makeAll(message, request, { sent, event }, patience) };
  } catch (error) {
    throw new TemplateFailure(event, error instanceof Error ? error.message : "it failed");
  }
}

function namesIn(sender: CompiledSender, request: Request, patience: Patience): { event: string; tool: string } {
  const context = contextOf(scopeOf(request, "", sender.description.tables), patience);
  const tool = oneLine(sender.tool(context)) || sender.description.name;
  const named = oneLine(sender.event(context)) || oneLine(request.event ?? "");
  return { event: firstCodePoints(named, LONGEST_EVENT), tool };
}

/** Returns a request's event, "" if it has no name, and the tool's name on its cards, without making its messages. Never throws. */
export function eventAndTool(sender: CompiledSender, request: Request): { event: string; tool: string } {
  try {
    return namesIn(sender, request, new Patience());
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
  request: Request,
  { sent, event }: { sent: Request; event: string },
  patience: Patience,
): Generator<undefined, Interpretation> {
  const hidesSecrets = sent.payload !== request.payload || sent.headers !== request.headers;
  const sentItems = hidesSecrets ? itemsOf(message, sent) : [];
  const scope = scopeOf(request, event, message.tables);
  const sentScope = hidesSecrets ? scopeOf(sent, event, message.tables) : {};
  const messages: ToolMessage[] = [];
  let rule = "";
  for (const [index, item] of itemsOf(message, request).entries()) {
    yield;
    const { skipped, made } = makeItem(message, { payload: request.payload, item, scope }, patience);
    rule ||= skipped;
    if (!made) continue;
    if (!hidesSecrets) messages.push(made);
    else {
      yield;
      const its = { payload: sent.payload, item: sentItems[index] ?? null, scope: sentScope };
      messages.push(withKeysOf(message.tool, made, makeItem(message, its, patience).made));
    }
  }
  if (messages.length > 0) return { kind: "messages", messages };
  return rule ? { kind: "skipped", rule: firstCodePoints(rule, LONGEST_EVENT) } : { kind: "unknown" };
}

function makeItem(
  message: CompiledMessage,
  { payload, item, scope }: { payload: unknown; item: object | null; scope: object },
  patience: Patience,
): { skipped: string; made: ToolMessage | null } {
  patience.restart();
  const context = contextOf(scope, patience);
  context.push({ item });
  const skipped = oneLine(message.skip?.(context) ?? "");
  return { skipped, made: skipped ? null : makeMessage(message, context, { payload, item }) };
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
  return { content, embeds, ...key("thread_key"), ...key("update_key"), ...remark, keepFields };
}

function itemsOf({ each }: CompiledMessage, { payload }: Request): (object | null)[] {
  return each === null ? [null] : objectsAt({ payload }, each).slice(0, MOST_MESSAGES);
}

// Parley's own names come last, so that a payload can't override them. `payload` gives access to what they hide.
function scopeOf({ payload, headers }: Request, event: string, tables: SenderDescription["tables"] = {}): object {
  return { ...(isObject(payload) ? payload : {}), payload, headers, request: { event }, tables };
}

function makeMessage(
  { tool, parts, place, facts, labels, links, keepFacts }: CompiledMessage,
  context: Context,
  lists: { payload: unknown; item: unknown },
): ToolMessage | null {
  const markdown = (part: TextName) => tidy(parts[part]?.(context) ?? "");
  const plain = (part: TextName) => oneLine(parts[part]?.(context) ?? "");
  const url = (part: TextName) => webUrl(plain(part));
  const time = (part: TextName) => (parts[part] ? (isoTime(plain(part)) ?? undefined) : undefined);
  const updateKey = keyOf(tool, plain("update_key"), PAYLOAD_LIMITS.updateKey);
  const { tone, isOver } = toneIn(plain("tone"));
  const word = plain("state");
  const open = !isOver && updateKey !== "" && canBeOpen(tone);
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
  };
}

/** Reads "bad" or "bad, over". Older files name a color instead. */
function toneIn(text: string): { tone: StateTone | undefined; isOver: boolean } {
  const [first = "", rest = ""] = text.split(",", 2).map((each) => each.trim());
  const tone = STATE_TONES.find((each) => each === first) ?? toneOfColor(first);
  return { tone, isOver: rest === "over" };
}

/**
 * Starts a key with the tool's name, because tools number things alike. A long id is hashed, because a part of it might
 * not be unique.
 */
export function keyOf(tool: string, id: string, most: number): string {
  if (id === "") return "";
  const key = `${tool} ${id}`;
  return codePoints(key) <= most ? key : digestKey(tool, id);
}

/** Returns a key of fixed length for an id that is too long or contains a secret. */
export function digestKey(tool: string, id: string): string {
  return `${tool} ${createHash("sha256").update(id).digest("hex")}`;
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

/** Returns the objects of the list at a path of own properties. An object there is read as `{ key, value }` pairs. */
function objectsAt(from: unknown, path: readonly string[]): object[] {
  const found = valueAt(from, path);
  return (Array.isArray(found) ? found : pairsOf(found)).filter(isObject);
}

/** Removes gaps that templates leave in Markdown, and defuses mentions. */
export function tidy(markdown: string): string {
  return withoutMentions(markdown.replace(/(?<![^\S\n])[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n")).trim();
}

/** Removes separators that templates leave at a text's ends, such as "main →", ", Norway" or "#". */
export function tidyValue(value: string): string {
  if (value.length > LONGEST_TIDIED || value.includes("\n")) return value;
  return value
    .replace(/^(?:[→,·]\s*)+/, "")
    .replace(/(?:\s*[→,·:])+$/, "")
    .replace(/(^|\s)[#!](?=\s|$)/g, "$1")
    .replace(/ ?\(\s*\)$/, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

function imageAt(url: string | undefined): Embed["image"] {
  return url === undefined ? undefined : { url };
}
