import { readdirSync } from "node:fs";
import path from "node:path";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, test } from "vitest";
import { ROOT } from "@/server/root";
import { Routes, sentOf } from "@/server/span-contents";

const SECRET = "s3cr3t-Name.png";

/** The app's routes as the build lists them. */
const PATTERNS = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
  .map((file) => `/${path.dirname(file)}`.replace(/\/\.$|\/\([^/]+\)/g, "") || "/");
const routes = new Routes(PATTERNS);

/** Returns a span as it's sent, made by our code or by the framework. */
function sent(scope: string, name: string, attributes: Record<string, string | number>) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const span = provider.getTracer(scope).startSpan(name, { kind: SpanKind.SERVER, attributes });
  span.recordException(new Error(`It was ${SECRET}`));
  span.setStatus({ code: SpanStatusCode.ERROR, message: `It was ${SECRET}` });
  span.end();
  const [made] = exporter.getFinishedSpans();
  if (!made) throw new Error("There is no span.");
  const { name: given, attributes: kept, events, status, links } = sentOf(made, "parley", routes);
  return { name: given, attributes: kept, events, status, links };
}

describe("a request's route is its pattern:", () => {
  test.each([
    ["/channels/123", "/channels/[channelId]"],
    [`/api/attachments/123/${SECRET}`, "/api/attachments/[attachmentId]/[name]"],
    [`/api/images/abc/${encodeURIComponent("https://example.com/a.png")}`, "/api/images/[signature]/[url]"],
    ["/webhooks/incoming/123/token", "/webhooks/incoming/[webhookId]/[token]"],
    ["/webhooks/incoming/123/token/slack", "/webhooks/[[...rest]]"],
    ["/api/channels", "/api/channels"],
    ["/api/nothing/here", "/api/[[...rest]]"],
    ["/nothing", undefined],
    ["//evil/../x", undefined],
  ])("%s", (path, pattern) => expect(routes.of(path)).toBe(pattern));

  test("each route of the app is found, and none says what's in its address", () => {
    expect(PATTERNS.length).toBeGreaterThan(100);
    for (const pattern of PATTERNS) {
      const address = pattern.replace(/\[\[?[^\]]+\]\]?/g, SECRET);
      expect([address, routes.of(address)]).toEqual([address, expect.stringMatching(/^\//)]);
      expect(routes.of(address)).not.toContain(SECRET);
    }
  });
});

describe("a span carries nothing that someone wrote or that opens something:", () => {
  const secrets = [
    SECRET,
    "/api/attachments/1/s3cr3t-Name.png",
    "/api/images/x/https%3A%2F%2Fs3cr3t-Name.png",
    "/invite/1-s3cr3t-Name.png",
    "/webhooks/incoming/1/s3cr3t-Name.png",
    "/search?q=s3cr3t-Name.png",
  ];
  const NAMES =
    "http.url http.target http.route url.path url.full url.query next.route next.page next.segment next.span_name next.span_type next.clientComponentLoadCount net.peer.name http.user_agent http.request.method http.method parley.request_id parley.sender error.type db.system.name any.other".split(
      " ",
    );

  test.each(secrets)("%s", (secret) => {
    const attributes = Object.fromEntries(NAMES.map((name) => [name, secret]));
    const spans = [sent("next.js", `GET ${secret}`, attributes), sent("parley", "GET", attributes)];
    expect(JSON.stringify(spans)).not.toMatch(/s3cr3t/i);
  });

  test("what it may carry is kept", () => {
    const attributes = {
      "http.method": "GET",
      "http.status_code": 200,
      "next.route": "/channels/[channelId]",
      "next.span_type": "BaseServer.handleRequest",
      "http.target": "/channels/1",
    };
    const { "http.target": _, ...kept } = attributes;
    expect(sent("next.js", "GET /channels/1", attributes)).toEqual({
      name: "BaseServer.handleRequest /channels/[channelId]",
      attributes: kept,
      events: [],
      links: [],
      status: { code: SpanStatusCode.ERROR },
    });
    expect(sent("parley", "commit a message", {}).name).toBe("commit a message");
  });
});
