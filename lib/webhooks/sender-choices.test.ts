import { describe, expect, test } from "vitest";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { dialectAt } from "@/lib/webhooks/senders/registry";

const names = senderChoices().map(({ name }) => name);

test("Parley's own JSON comes first, then popular tools, and every described tool is listed once", () => {
  expect(names.slice(0, 6)).toEqual(["parley", "github", "gitlab", "grafana", "alertmanager", "sentry"]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...descriptions().keys()]));
});

describe.each(senderChoices().filter(({ name }) => name !== "parley"))("$label", ({ name, steps }) => {
  test("has three steps, one of which says where to paste the URL", () => {
    expect(steps).toHaveLength(3);
    expect(steps.filter((step) => step.includes("{url}")).length).toBeGreaterThan(0);
  });

  test("has an address", () => expect(name === "discord" || dialectAt(name) === name).toBe(true));
});
