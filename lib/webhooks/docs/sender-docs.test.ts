import { describe, expect, test } from "vitest";
import { senderDocs } from "@/lib/webhooks/docs/sender-docs";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

test("only described tools have their own page", () => {
  for (const name of ["parley", "slack", "nothing", "__proto__", "constructor"]) expect(senderDocs(name)).toBeNull();
});

test("a page lists the events and their cards, how the tool signs, and how repeats are recognized", () => {
  const docs = senderDocs("gitlab");
  expect(docs).toMatchObject({
    sender: { label: "GitLab", mark: "gitlab" },
    signature: "sends the secret in `x-gitlab-token`",
    delivery: null,
  });
  expect(senderDocs("bitbucket")?.delivery).toBe("the header `x-request-uuid`");
  const pipeline = docs?.events.find(({ names }) => names.includes("pipeline"));
  expect(pipeline?.remarks.join(" ")).toContain("update the same card");
  expect(pipeline?.remarks.join(" ")).toContain("Branch");
});

describe.each([...descriptions().keys()])("%s", (name) => {
  test("has a page without template syntax in its sentences", () => {
    const docs = senderDocs(name);
    expect(docs?.home).toMatch(/^https?:\/\//);
    expect(docs?.knowsOthers || (docs?.events.length ?? 0) > 0).toBe(true);
    expect(JSON.stringify(docs?.events)).not.toMatch(/\{\{|\{%/);
  });
});
