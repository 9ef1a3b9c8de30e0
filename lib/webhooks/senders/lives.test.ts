import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Registers, ThingReport } from "@/lib/messages/thing-report";
import { factsIn, mergeReport } from "@/lib/messages/things/registers";
import { exampleOf, examplesOf } from "@/lib/testing/examples";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { composeLine } from "@/lib/webhooks/interpret/things";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

/** A tool's examples about one thing, in the order in which they happened, and what they come to. */
type Life = {
  tool: string;
  examples: readonly string[];
  /** Sets when an example's request was so. */
  at: (payload: Payload, time: Date) => void;
  header?: string;
  state: string;
  /** What each reply says in the end. */
  replies: readonly string[];
  fields: Readonly<Record<string, string>>;
};

type Payload = Record<string, unknown>;

const within = (value: unknown): Payload => (isPayload(value) ? value : {});

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null;
}

const LIVES: readonly Life[] = [
  {
    tool: "jira",
    examples: [
      ...["issue-created", "issue-assigned", "issue-labels", "comment-created", "comment-edited", "issue-status"],
      ...["attachment-created", "worklog-deleted-server", "issue-reopened"],
    ],
    at: (payload, time) => {
      payload.timestamp = time.getTime();
      if (payload.comment) within(payload.comment).updated = time.toISOString();
    },
    state: "Reopened",
    replies: ["Comment edited", "File attached", "Logged work deleted"],
    fields: { Type: "Bug", Priority: "High", Assignee: "Jonas Lind" },
  },
  {
    tool: "linear",
    examples: [
      ...["issue-created", "issue-priority", "comment-created", "comment-edited", "comment-removed", "issue-title"],
      ...["issue-status", "sla-breached", "issue-reopened"],
    ],
    at: (payload, time) => {
      payload.createdAt = time.toISOString();
    },
    state: "Todo",
    replies: ["Comment deleted", "SLA breached"],
    fields: { Priority: "High", Assignee: "Teo Brandt" },
  },
  {
    tool: "shortcut",
    examples: [
      ...["story-created", "story-blocked", "comment", "comment-edited", "comment-deleted", "story-unblocked"],
      ...["task-added", "pull-request-opened", "story-archived", "story-unarchived", "several-stories"],
    ],
    at: (payload, time) => {
      payload.changed_at = time.toISOString();
    },
    state: "In Development",
    replies: ["Comment deleted", "Created", "Ready for Review"],
    fields: {},
  },
  {
    tool: "taiga",
    examples: [
      ...["story-created", "story-blocked", "story-unblocked", "story-many-changes", "story-closed", "story-reopened"],
      "related-story-added",
    ],
    at: (payload, time) => {
      payload.date = time.toISOString();
    },
    state: "New",
    replies: ["Comment"],
    fields: { Epic: "#42 Winter storage" },
  },
  {
    tool: "taiga",
    examples: ["task-comment", "task-comment-edited"],
    at: (payload, time) => {
      payload.date = time.toISOString();
    },
    state: "New",
    replies: ["Comment edited"],
    fields: {},
  },
  {
    tool: "trello",
    examples: [
      ...["card-created", "card-due", "due-moved", "label", "comment", "comment-edited", "comment-deleted"],
      ...["item-done", "attachment", "field-set", "card-moved", "card-archived", "card-reopened"],
    ],
    at: (payload, time) => {
      within(payload.action).date = time.toISOString();
    },
    state: "Done",
    replies: ["Comment deleted", "Done", "File attached"],
    fields: { "Label green": "yes", Coats: "3" },
  },
  {
    tool: "asana",
    examples: [
      ...["task-added", "task-changed", "comment-added", "comment-edited", "comment-deleted", "task-completed"],
      ...["task-deleted", "task-restored", "task-reopened"],
    ],
    at: (payload, time) => {
      for (const event of Object.values(within(payload.events))) within(event).created_at = time.toISOString();
    },
    state: "Reopened",
    replies: ["Comment deleted"],
    fields: {},
  },
  {
    tool: "sentry",
    examples: [
      ...["event-alert", "issue-created", "issue-assigned", "comment-created", "comment-edited", "seer-root-cause"],
      ...[
        "issue-archived",
        "issue-unresolved",
        "comment-deleted",
        "issue-resolved",
        "issue-regressed",
        "error-created",
      ],
    ],
    header: "sentry-hook-timestamp",
    at: (payload, time) => {
      const { comment, error, event } = within(payload.data);
      if (comment) within(payload.data).timestamp = time.toISOString();
      for (const each of [error, event]) within(each).datetime = time.toISOString();
    },
    state: "Regressed",
    replies: ["Comment deleted", "Seer"],
    fields: { Issue: "`SHOP-4F`" },
  },
  {
    tool: "sentry",
    examples: ["metric-alert-critical", "metric-alert-resolved"],
    header: "sentry-hook-timestamp",
    at: () => {},
    state: "Resolved",
    replies: [],
    fields: {},
  },
];

const BEGAN = Date.parse("2026-11-20T08:00:00Z");
const A_MINUTE = 60_000;

/** Returns the reports that each example's requests become. */
function reportsOf({ tool, examples, at, header }: Life): ThingReport[][] {
  const description = descriptions().get(tool);
  if (!description) throw new Error(`There is no tool "${tool}".`);
  const sender = compileSender(description);
  return examples.map((name, index) => {
    const example = exampleOf(tool, name);
    const payload = payloadOf(example);
    const time = new Date(BEGAN + index * A_MINUTE);
    at(within(payload), time);
    const given: Record<string, string> = {
      ...example.headers,
      ...(header && { [header]: `${time.getTime() / 1000}` }),
    };
    const headers = templateHeaders(description, (each) => given[each] ?? null);
    const { result } = makeMessages(sender, { payload, headers, oneLine: true });
    if (result.kind !== "messages") throw new Error(`${name} made nothing: ${JSON.stringify(result)}`);
    return result.messages.map(({ report }) => {
      if (!report) throw new Error(`${name} is about nothing.`);
      return report;
    });
  });
}

/** Returns what is known of each thing and each reply in the end, by their keys. */
function folded(reports: readonly ThingReport[]): Map<string, Registers> {
  const known = new Map<string, Registers>();
  const merge = (key: string, said: Parameters<typeof mergeReport>[1]) =>
    known.set(key, mergeReport(known.get(key) ?? {}, said, "2026-12-01T00:00:00.000Z"));
  for (const { key, reply, ...report } of reports) {
    merge(key, report);
    if (reply) merge(reply.key, { ...reply, replyTo: key });
  }
  return known;
}

describe.each(LIVES)("the life of $tool's $examples.0", (life) => {
  const reports = reportsOf(life);
  const known = folded(reports.flat());
  const [first] = reports.flat();
  const line = known.get(first?.key ?? "") ?? {};
  const more = { watched: {}, mayBeOpen: true, isLine: true };

  test("is one line, whatever the order, and however often", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(reports, { minLength: reports.length }), fc.subarray(reports), (all, again) => {
        expect(Object.fromEntries(folded([...all, ...again].flat()))).toEqual(Object.fromEntries(known));
      }),
      { numRuns: 50 },
    );
    const isReply = ({ replyTo }: Registers) => replyTo !== undefined;
    const ofOthers = life.examples.includes("several-stories") ? 2 : 0;
    expect([...known.values()].filter((each) => !isReply(each))).toHaveLength(1 + ofOthers);
  });

  test("ends in the latest state and facts, with its comments in the thread", () => {
    const { card, fields = [], url } = composeLine(factsIn(line), more);
    expect(card?.state?.word).toBe(life.state);
    expect(card?.event).toBeUndefined();
    expect(card?.subject).toBeTruthy();
    expect(url).toMatch(/^https:/);
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject(life.fields);
    const replies = [...known.values()].filter(({ replyTo }) => replyTo !== undefined);
    const said = replies.map(factsIn).map(({ event, state }) => event ?? state?.word);
    expect(said).toEqual(life.replies);
  });

  test("shows a line also for each of its requests alone, and no text of a deleted comment", () => {
    for (const each of reports) {
      for (const [, registers] of folded(each)) {
        const { card, description } = composeLine(factsIn(registers), more);
        expect(`${card?.subject ?? ""}${card?.event ?? ""}${description ?? ""}`).not.toBe("");
      }
    }
    for (const registers of known.values()) {
      const { event, body } = factsIn(registers);
      if (event?.endsWith("deleted")) expect(body ?? "").toBe("");
    }
  });
});

/** Examples about nothing that has a life. */
const CARDS = new Map([
  ["jira", ["attachment-of-cloud"]],
  ["linear", ["comment-on-document"]],
  ["taiga", ["test"]],
]);

test.each([...new Set(LIVES.map(({ tool }) => tool))])("each example of %s is about a thing or noise", (tool) => {
  const description = descriptions().get(tool);
  if (!description) throw new Error(`There is no tool "${tool}".`);
  const sender = compileSender(description);
  const cards = examplesOf(tool).flatMap(({ name, ...example }) => {
    const headers = templateHeaders(description, (each) => example.headers[each] ?? null);
    const { result } = makeMessages(sender, { payload: payloadOf(example), headers, oneLine: true });
    expect(result.kind).not.toBe("unknown");
    return result.kind === "messages" && result.messages.some(({ report }) => !report) ? [name] : [];
  });
  expect(cards).toEqual(CARDS.get(tool) ?? []);
});
