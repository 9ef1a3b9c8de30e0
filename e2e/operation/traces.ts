import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeChannel, makeUser, makeWebhook } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { askOperated, post, traces } from "./operated";
import type { SentSpan } from "./trace-receiver";

/** Acts as a caller with a trace of its own, and returns the spans that Parley added to it, once `count` have arrived. */
async function tracedBy(
  act: (headers: Record<string, string>) => Promise<unknown>,
  names: RegExp[],
): Promise<SentSpan[]> {
  const traceId = randomBytes(16).toString("hex");
  await act({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  return until(() => {
    const spans = traces.spans().filter((span) => span.traceId === traceId);
    for (const name of names) expect(spans.map((span) => span.name)).toContainEqual(expect.stringMatching(name));
    return spans;
  });
}

function attribute({ attributes }: SentSpan, name: string): string | number | undefined {
  const { value } = attributes.find(({ key }) => key === name) ?? {};
  return value?.stringValue ?? value?.intValue;
}

test("a post is traced from the request to its statement, as part of its sender's trace", async () => {
  const made = await makeWebhook();
  const names = [
    /^POST$/,
    /^authorize a webhook$/,
    /^handle a payload$/,
    /^parse a payload$/,
    /^commit a message$/,
    /^WITH$/,
  ];
  const spans = await tracedBy((headers) => post(made, { content: "traced" }, { headers }), names);
  const named = (name: string) => spans.find((span) => span.name === name);
  const parentOf = (name: string) => spans.find(({ spanId }) => spanId === named(name)?.parentSpanId)?.name;
  const [request, statement] = [named("POST"), named("WITH")];
  if (!request || !statement) throw new Error("A span is missing.");
  expect(request.parentSpanId).toBe("00f067aa0ba902b7");
  expect(attribute(request, "http.response.status_code")).toBe(200);
  expect(["WITH", "commit a message", "parse a payload", "handle a payload"].map(parentOf)).toEqual([
    "commit a message",
    "handle a payload",
    "handle a payload",
    "POST",
  ]);
  expect(attribute(statement, "db.query.text")).toContain("INSERT INTO messages");
  expect(JSON.stringify(traces.sent)).not.toContain(made.token);
});

test("a page is traced with the framework's own spans, and nothing that opens something is sent", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const page = `/channels/${channel.id}`;
  const spans = await tracedBy(
    (headers) => askOperated(page, { headers }, user),
    [/^GET$/, /\/channels\/\[channelId\]/, /^SELECT$/],
  );
  expect(spans.length).toBeGreaterThan(3);
  const image = encodeURIComponent("https://example.com/secretimage.png");
  for (const [address, route] of [
    ["/api/attachments/1/secretname.pdf", "/api/attachments/[attachmentId]/[name]"],
    [`/api/images/${"a".repeat(43)}/${image}`, "/api/images/[signature]/[url]"],
    ["/search?q=secretquery", "/search"],
  ] as const) {
    const asked = await tracedBy((headers) => askOperated(address, { headers }, user), [/^GET$/]);
    expect(asked.map((span) => attribute(span, "http.route"))).toContain(route);
  }
  const invite = "/invite/123456789012345678-0123456789abcdef0123456789abcdef";
  await tracedBy((headers) => askOperated(`${invite}?q=secretquery`, { headers }), [/^GET$/, /\/invite\/\[/]);
  const all = JSON.stringify(traces.sent);
  for (const secret of ["0123456789abcdef0123456789abcdef", "secretquery", "secretname", "secretimage"])
    expect(all).not.toContain(secret);
});

test("traces name the service, its version and what OTEL_RESOURCE_ATTRIBUTES adds", () => {
  const { attributes } = traces.sent[0]?.resourceSpans[0]?.resource ?? { attributes: [] };
  const resource = Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
  expect(resource).toMatchObject({
    "service.name": "parley",
    "service.version": expect.stringMatching(/^\d+\.\d+\.\d+$/),
    "deployment.environment": "testing",
  });
});
