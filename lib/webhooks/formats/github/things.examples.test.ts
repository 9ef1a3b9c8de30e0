import { expect, test } from "vitest";
import type { ThingFacts } from "@/lib/messages/thing-report";
import { codePoints, isBlank } from "@/lib/text/text";
import { cardPost, readDelivery } from "@/lib/webhooks/formats/github/parse";
import { thingIn } from "@/lib/webhooks/formats/github/things";
import { composeLine } from "@/lib/webhooks/interpret/things";
import { githubExamples } from "@/server/testing/github-examples";

const examples = await githubExamples();

test.each(examples.map(({ name, examples }) => [name, examples] as const))(
  "each of GitHub's examples of %s is a report, a card or skipped with its reason",
  (name, payloads) => {
    for (const payload of payloads) {
      const delivery = readDelivery(payload, name);
      const said = thingIn(delivery);
      if (said === null) expect(cardPost(delivery).embeds).toHaveLength(1);
      else if ("skip" in said) expect(said.skip).toMatch(/^[A-Z].*\.$/);
      else {
        for (const key of [said.key, said.reply?.key ?? "reply"]) expect(codePoints(key)).toBeLessThanOrEqual(255);
        expect(said.at).not.toBeNull();
        const shown = [said.hasLine ? { ...said.weak, ...said.facts } : null, said.reply?.facts ?? null];
        for (const facts of shown) if (facts) expectShown(facts);
      }
    }
  },
);

function expectShown(facts: ThingFacts) {
  const { title, description, fields = [] } = composeLine(facts, { watched: {}, mayBeOpen: true });
  expect([title, description].every((text) => isBlank(text ?? ""))).toBe(false);
  expect([title, description, ...fields.map(({ value }) => value)].join("\n")).not.toMatch(
    /undefined|null|NaN|\[object/,
  );
}

/** What has a life must have a report: otherwise it would have several lines. */
const ALIVE = new Set([
  "check_run",
  "code_scanning_alert",
  "dependabot_alert",
  "deployment",
  "deployment_status",
  "deployment_review",
  "discussion",
  "discussion_comment",
  "issue_comment",
  "issues",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "release",
  "repository_vulnerability_alert",
  "status",
  "workflow_job",
  "workflow_run",
]);

test("each example of what has a life is a report on it", () => {
  const cards = examples
    .filter(({ name }) => ALIVE.has(name))
    .flatMap(({ name, examples: all }) => all.map((payload) => [name, thingIn(readDelivery(payload, name))] as const))
    .filter(([, said]) => said === null || "skip" in said);
  expect(cards).toEqual([]);
});
