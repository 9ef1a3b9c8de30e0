import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { DeliveryRow } from "./delivery-row";

// Links need a router.
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

function row(fields: Partial<DeliveryDto> = {}, open = false): string {
  const delivery: DeliveryDto = {
    id: "117430585659490304",
    createdAt: "2026-11-20T00:00:00.000Z",
    sender: "GitHub",
    event: "push",
    method: "POST",
    status: 200,
    reason: null,
    durationMs: 12,
    size: 2048,
    origin: "sender",
    sentBy: null,
    message: { channelId: "1", seq: 7, deleted: false, title: "Pipeline failed" },
    hasPayload: false,
    ...fields,
  };
  return renderToStaticMarkup(<DeliveryRow delivery={delivery} open={open} panel="The payload." toggle={() => {}} />);
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

const opened = (fields: Partial<DeliveryDto> = {}) => row(fields, true);

describe("a delivery's row", () => {
  test("shows the response, what came and from which tool", () => {
    expect(textOf(row())).toMatch(/^ 200 Posted Pipeline failed GitHub/);
    expect(row()).toContain('aria-expanded="false"');
    expect(row()).not.toContain("href");
  });

  test("opens to the answer, the message, the facts and the payload", () => {
    const html = opened();
    expect(html).toContain('href="/channels/1?message=7"');
    expect(textOf(html)).toMatch(/Answer 200 Posted Message Show message Received .* 12 ms, 2 KiB Event push/);
    expect(html).toContain("The payload.");
  });

  test("says that a payload wasn't stored only if there was one", () => {
    expect(opened({ hasPayload: true })).not.toContain("Payload not kept");
    expect(opened()).toContain("Payload not kept");
    expect(opened({ status: 204, method: "DELETE", size: 0 })).not.toContain("Payload not kept");
  });

  test("has no link once the message is deleted", () => {
    const html = opened({ message: { channelId: "1", seq: 7, deleted: true, title: null } });
    expect(html).not.toContain("href");
    expect(html).toContain("Message deleted");
  });

  test("says why a request was rejected, as text", () => {
    const html = row({ status: 400, reason: "<b>title</b> is wrong", message: null });
    expect(html).toContain("&lt;b&gt;title&lt;/b&gt; is wrong");
  });

  test("shows a success's remark when open, and the rule that skipped an event", () => {
    const failed = "The template for push failed, so a plain card was posted: title";
    expect(textOf(row({ reason: failed }))).toMatch(/^ 200 Posted Pipeline failed/);
    expect(textOf(opened({ reason: failed }))).toContain(`Answer 200 Posted: ${failed}`);
    const html = row({ status: 202, reason: "Skipped: pipelines that wait to start", message: null });
    expect(textOf(html)).toMatch(/^ 202 Skipped Skipped: pipelines that wait to start/);
    expect(html).not.toContain("text-danger");
  });

  test("labels tests and resent deliveries", () => {
    expect(row({ origin: "test" })).toContain(">Test<");
    expect(row({ origin: "replay" })).toContain(">Resent<");
    expect(row({ origin: "composed" })).toContain(">Sent manually<");
  });

  test("names the member who sent it", () => {
    expect(opened({ origin: "test", sentBy: "Ada <b>" })).toContain("sent by Ada &lt;b&gt;");
    expect(opened()).not.toContain("sent by ");
  });
});
