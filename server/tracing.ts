import type { IncomingMessage, ServerResponse } from "node:http";
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer as SpanMaker,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type pg from "pg";
import { processWide } from "@/lib/process/process-wide";
import type { Attributes, Tracer } from "@/lib/process/tracing";
import { VERSION } from "@/lib/process/version";
import { Routes, sentOf } from "@/server/span-contents";

// Why: docs/decisions/metrics.md

/** Names our spans' scope. */
const OURS = "parley";

/**
 * Sends traces to where OpenTelemetry's variables say, from now on: our spans, and those that the framework makes once
 * a provider is registered. Import this module only if they're wanted. Returns a function that sends what is left.
 */
export function startTracing(): () => Promise<void> {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "parley", "service.version": VERSION }))
    .merge(detectResources({ detectors: [envDetector] }));
  const routes = Routes.ofBuild();
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new AllowedSpans(new OTLPTraceExporter(), routes)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  processWide("tracer", () => tracerFor(provider.getTracer(OURS, VERSION), routes));
  return () => provider.shutdown();
}

/** Sends of each span, the framework's too, only what may be sent. */
class AllowedSpans extends BatchSpanProcessor {
  constructor(
    exporter: SpanExporter,
    readonly routes: Routes,
  ) {
    super(exporter);
  }

  override onEnd(span: ReadableSpan): void {
    super.onEnd(sentOf(span, OURS, this.routes));
  }
}

function tracerFor(maker: SpanMaker, routes: Routes): Tracer {
  return {
    span: (name, attributes, work) => maker.startActiveSpan(name, { attributes }, (span) => endAfter(span, work())),
    request: (request, response, id, work) => traceRequest({ maker, routes }, request, response, id, work),
    statements: (pool) => traceStatements(maker, pool),
  };
}

async function endAfter<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks the span as failed. The error's text isn't sent, because it may contain what people wrote. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function traceRequest<T>(
  { maker, routes }: { maker: SpanMaker; routes: Routes },
  { method = "", url = "", headers }: IncomingMessage,
  response: ServerResponse,
  id: string,
  work: () => T,
): T {
  const path = url.split("?", 1)[0] ?? "";
  // A stream is open for as long as its page.
  if (path === "/api/events") return work();
  const route = routes.of(path);
  const attributes: Attributes = {
    "http.request.method": method,
    "parley.request_id": id,
    ...(route !== undefined && { "http.route": route }),
  };
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const span = maker.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
  response.once("close", () => {
    span.setAttribute("http.response.status_code", response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  return context.with(trace.setSpan(caller, span), work);
}

type Query = (...args: unknown[]) => unknown;

function traceStatements(maker: SpanMaker, pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  // A statement that waits for a connection gets it from the request that gives it back.
  const inContext = (callback?: unknown) =>
    typeof callback === "function" ? connect(context.bind(context.active(), callback)) : connect();
  Object.assign(pool, { connect: inContext });
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Query;
    Object.assign(client, { query: (...args: unknown[]) => traceStatement(maker, query, args) });
  });
}

/** Runs a statement with a span. It can be called with a callback or return a promise. */
function traceStatement(maker: SpanMaker, query: Query, args: unknown[]): unknown {
  const [first] = args;
  const text = typeof first === "string" ? first : String(Reflect.get(Object(first), "text") ?? "");
  // Values are sent apart from the text, which has only placeholders.
  const statement = text.replace(/\s+/g, " ").trim().slice(0, 1_000);
  const attributes = { "db.system.name": "postgresql", "db.query.text": statement };
  const name = /^\w+/.exec(statement)?.[0]?.toUpperCase() ?? "statement";
  const span = maker.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  const end = (error: unknown) => {
    if (error) fail(span, error);
    span.end();
  };
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const ending = (error: unknown, ...rest: unknown[]) => {
      end(error);
      return Reflect.apply(callback, null, [error, ...rest]);
    };
    return query(...args.slice(0, -1), context.bind(context.active(), ending));
  }
  const result = query(...args);
  if (result instanceof Promise) void result.then(() => end(null), end);
  else end(null);
  return result;
}
