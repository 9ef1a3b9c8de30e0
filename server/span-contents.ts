import { readFileSync } from "node:fs";
import path from "node:path";
import { SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { ROOT } from "@/server/root";

// Why: docs/decisions/metrics.md

const ROUTES = path.join(ROOT, ".next/app-path-routes-manifest.json");

/** The patterns of the app's addresses, such as "/channels/[channelId]". */
export class Routes {
  readonly #known: ReadonlySet<string>;
  readonly #tests: readonly { pattern: string; test: RegExp }[];

  constructor(patterns: readonly string[]) {
    this.#known = new Set(patterns);
    // Of several that fit, the framework takes the one whose first part that differs is the more exact.
    const ordered = [...this.#known].sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
    this.#tests = ordered.map((pattern) => ({ pattern, test: testOf(pattern) }));
  }

  /** Reads the patterns from the build. A development server has none, so its spans don't name their routes. */
  static ofBuild(): Routes {
    try {
      return new Routes(Object.values(JSON.parse(readFileSync(ROUTES, "utf8"))));
    } catch {
      return new Routes([]);
    }
  }

  /** Returns the pattern of a path, or undefined if no route has it. */
  of(path: string): string | undefined {
    return this.#tests.find(({ test }) => test.test(path))?.pattern;
  }

  has(pattern: unknown): boolean {
    return typeof pattern === "string" && this.#known.has(pattern);
  }
}

/** Orders fixed parts before "[id]", and these before "[...rest]". */
function rankOf(pattern: string): string {
  return pattern
    .split("/")
    .map((part) => (part.includes("...") ? "\uffff" : part.startsWith("[") ? "\ufffe" : part))
    .join("/");
}

function testOf(pattern: string): RegExp {
  const parts = pattern.split("/").slice(1);
  const source = parts.map((part) => {
    if (part.startsWith("[[...")) return "(?:/.*)?";
    if (part.startsWith("[...")) return "/.+";
    return part.startsWith("[") ? "/[^/]+" : `/${part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  });
  return new RegExp(`^${source.join("")}/?$`);
}

type Fits = (value: unknown, routes: Routes) => boolean;

const isRoute: Fits = (value, routes) => routes.has(value);
const isNumber: Fits = (value) => typeof value === "number";
const matches =
  (shape: RegExp): Fits =>
  (value) =>
    typeof value === "string" && shape.test(value);

/** Every attribute that a span may carry, ours and the framework's, with what its value must be. Others aren't sent. */
const ATTRIBUTES: Record<string, Fits> = {
  "http.request.method": matches(/^[A-Z]{3,10}$/),
  "http.method": matches(/^[A-Z]{3,10}$/),
  "http.response.status_code": isNumber,
  "http.status_code": isNumber,
  "http.route": isRoute,
  "next.route": isRoute,
  "next.span_type": matches(/^[A-Z]\w{1,40}\.\w{1,60}$/),
  "parley.request_id": matches(/^[\w-]{1,64}$/),
  "parley.sender": matches(/^[a-z\d_-]{1,60}$/),
  "error.type": matches(/^\w{1,60}$/),
  "db.system.name": matches(/^postgresql$/),
  // Statements have placeholders for their values.
  "db.query.text": matches(/^/),
};

/**
 * Returns what is sent of a span. It's built from what may be sent: a name that code wrote, the attributes above, times
 * and whether it failed. Events and the error's text aren't sent, because they may contain what people wrote.
 */
export function sentOf(span: ReadableSpan, ours: string, routes: Routes): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name, value]) => ATTRIBUTES[name]?.(value, routes)),
  );
  const named = [attributes["next.span_type"] ?? "span", attributes["next.route"] ?? attributes["http.route"]];
  return {
    name: span.instrumentationScope.name === ours ? span.name : named.filter(Boolean).join(" "),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code === SpanStatusCode.ERROR ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    events: [],
    links: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
