import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { LogHeader } from "./log-header";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

test("the header shows the latest error while a webhook fails, even if its failures weren't counted yet", () => {
  const error = { lastError: "The body must be JSON.", lastErrorAt: "2026-11-20T23:05:45.784Z" };
  const header = (state: WebhookDto["state"], failedInRow: number) =>
    renderToString(<LogHeader webhook={{ id: "9", name: "CI", state, failedInRow, ...error } as WebhookDto} />);
  expect(header("failing", 0)).toContain("The body must be JSON.");
  expect(header("active", 1)).toContain("The body must be JSON.");
  expect(header("active", 0)).not.toContain("The body must be JSON.");
});
