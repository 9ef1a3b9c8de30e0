import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { DeliveryRow } from "./delivery-row";

function row(fields: Partial<DeliveryDto> = {}): string {
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
    message: { channelId: "1", seq: 7, deleted: false },
    hasPayload: false,
    ...fields,
  };
  return renderToStaticMarkup(<DeliveryRow delivery={delivery} panel={null} toggle={() => {}} />);
}

describe("a delivery's row", () => {
  test("shows the response, and links to its message", () => {
    const html = row();
    expect(html.replace(/<[^>]*>/g, "")).toMatch(/^200 Posted.*GitHubpush.*12 ms.*2 KiB$/);
    expect(html).toContain('href="/channels/1?message=7"');
  });

  test("opens the payload of a success, or says that it wasn't stored", () => {
    expect(row({ hasPayload: true })).toContain("Open payload");
    expect(row()).not.toContain("Open payload");
    expect(row()).toContain("Payload not kept");
    expect(row({ status: 204, method: "DELETE", size: 0 })).not.toContain("Payload not kept");
  });

  test("has no link once the message is deleted", () => {
    const html = row({ message: { channelId: "1", seq: 7, deleted: true } });
    expect(html).not.toContain("href");
    expect(html).toContain("Message deleted");
  });

  test("says why a request was rejected, as text, and opens its payload", () => {
    const html = row({ status: 400, reason: "<b>title</b> is wrong", message: null, hasPayload: true });
    expect(html).toContain("&lt;b&gt;title&lt;/b&gt; is wrong");
    expect(html).toContain("Open payload");
  });

  test("shows a success's remark, and the rule that skipped an event", () => {
    const failed = "The template for push failed, so a plain card was posted: title";
    expect(row({ reason: failed }).replace(/<[^>]*>/g, "")).toMatch(/^200 Posted.*so a plain card was posted: title/);
    const html = row({
      status: 202,
      reason: "Skipped: pipelines that wait to start",
      message: null,
      hasPayload: true,
    });
    expect(html.replace(/<[^>]*>/g, "")).toMatch(/^202 Skipped.*Skipped: pipelines that wait to start/);
    expect(html).toContain("Open payload");
    expect(html).not.toContain("text-danger");
  });

  test("labels tests and resent deliveries", () => {
    expect(row({ origin: "test" })).toContain(">Test<");
    expect(row({ origin: "replay" })).toContain(">Resent<");
    expect(row({ origin: "composed" })).toContain(">Sent manually<");
  });

  test("names the member who sent it", () => {
    expect(row({ origin: "test", sentBy: "Ada <b>" })).toContain("by Ada &lt;b&gt;");
    expect(row()).not.toContain(">by ");
  });
});
