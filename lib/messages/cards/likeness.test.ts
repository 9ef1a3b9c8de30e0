import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LABELLED_STORMS, type LabelledStorm } from "@/lib/messages/cards/fixtures/storms";
import { isOver, likenessFor, likenessOf } from "@/lib/messages/cards/likeness";
import type { Embed } from "@/lib/messages/dto";
import { randomRuns } from "@/lib/testing/long";

const pairs = (count: number) => (count * (count - 1)) / 2;

function counts(of: readonly string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const each of of) all.set(each, (all.get(each) ?? 0) + 1);
  return all;
}

const pairsIn = (of: readonly string[]) => [...counts(of).values()].reduce((sum, count) => sum + pairs(count), 0);

/** Of all pairs that gather, how many have the same cause; of all pairs with the same cause, how many gather. */
function measured({ items }: LabelledStorm): { precision: number; recall: number } {
  const likeness = items.map(({ embeds, content }) => likenessOf(embeds, content) ?? "");
  const causes = items.map(({ cause }) => cause);
  const right = pairsIn(items.map((_, index) => JSON.stringify([likeness[index], causes[index]])));
  return { precision: right / pairsIn(likeness), recall: right / pairsIn(causes) };
}

describe.each(LABELLED_STORMS)("of a storm of $name", (storm) => {
  test("at least 95 of 100 pairs gather as their causes say", () => {
    const { precision, recall } = measured(storm);
    expect({ precision: precision >= 0.95, recall: recall >= 0.95, of: precision && recall }).toMatchObject({
      precision: true,
      recall: true,
    });
  });
});

const made = (card: Embed["card"], more: Partial<Embed> = {}): Embed[] => [
  { tool: { name: "Zabbix" }, title: card?.subject, card, ...more },
];
const bad = { word: "Problem", tone: "bad", open: true } as const;

test.each([
  ["Disk full on web-1", "Disk full on db-7 (93 %)"],
  ["Pod shop/web-7f9c4d-x2k9p restarts", "Pod shop/web-5d8fbc-abc12 restarts"],
  ["Error: connection to 10.0.0.1:5432 refused", "Error: connection to [fe80::1]:5433 refused"],
  ["Login of user 'bob' failed", 'Login of user "Ann Lee" failed'],
  ["Login failed for user bob", "Login failed for user ann@example.com"],
  ["CRITICAL: /var is 93% full", "Warning: /var is 81.5 % full"],
  ["Took 1.5 s", "Took 2 minutes 30 seconds"],
  ["1 error in commit 3f2a9bc", "12 errors in commit 9e8d7c6b5a"],
  ["Backup failed on Sat Nov 28 21:05:22 UTC 2026", "Backup failed on 2026-11-29T04:00:00Z"],
  ["Release v1.2.3 of shop failed", "Release 2.0.0-rc.1 of shop failed"],
  ["https://shop.example.com/orders/17?a=1 is slow", "https://shop.example.com/orders/4711 is slow"],
  ["ディスク使用率が 93% に達しました", "ディスク使用率が81％に達しました"],
])("%j and %j are alike", (one, other) => {
  const likeness = (subject: string) => likenessOf(made({ subject, state: bad }), "");
  expect(likeness(one)).toBe(likeness(other));
});

test.each([
  ["CPU usage 93% on web-1", "Memory usage 93% on web-1"],
  ["Pod kafka-0 restarts", "Pod postgres-0 restarts"],
  ["Pod shop/web-7f9c4d-x2k9p restarts", "Pod shop/api-7f9c4d-x2k9p restarts"],
  ["Check 'disk' failed on web-1", "Check 'load' failed on web-1"],
  ['Firing: "Disk full"', 'Firing: "Load high"'],
  ["Upload to S3 failed", "Upload to EC2 failed"],
  ["メモリ使用率が 93%", "ディスク使用率が 93%"],
])("%j and %j aren't", (one, other) => {
  const likeness = (subject: string) => likenessOf(made({ subject, state: bad }), "");
  expect(likeness(one)).not.toBe(likeness(other));
});

test("the place, the tool and whether it's good count, but not how bad it is", () => {
  const subject = "Build of shop";
  const likeness = (card: Embed["card"], more?: Partial<Embed>) =>
    likenessOf(made({ subject, state: bad, ...card }, more), "");
  const worse = likeness({ severity: "critical", state: { ...bad, tone: "warning" } });
  expect(worse).toBe(likeness({ severity: "low" }));
  const others = [{}, { place: ["eu"] }, { state: { ...bad, tone: "good" as const } }].map((card) => likeness(card));
  expect(new Set([...others, likeness({}, { tool: { name: "Other" } })]).size).toBe(4);
});

test("a subject that says nothing is completed by what comes below it", () => {
  const likeness = (subject: string, more: Partial<Embed>) => likenessOf(made({ subject }, more), "");
  const full = likeness("db-7", { fields: [{ name: "Alert", value: "DiskFull" }] });
  expect(full).toBe(likeness("web-1", { fields: [{ name: "Alert", value: "DiskFull" }] }));
  expect(full).not.toBe(likeness("web-1", { fields: [{ name: "Alert", value: "LoadHigh" }] }));
  expect(likeness("Alert", { description: "Disk full" })).not.toBe(likeness("Alert", { description: "Load high" }));
  expect(likeness("#4711", {})).toBeNull();
});

describe("what never gathers:", () => {
  const post = { embeds: made({ subject: "Disk full", state: bad }), content: "", allowedMentions: null };
  const own = { embeds: [], content: "Disk full on web-1", allowedMentions: null };
  const report = { key: "run 1", at: null, hasLine: true, facts: { state: bad } };
  const thing = (more: object) => ({ compose: () => ({}), report: { ...report, ...more } });

  test("texts and cards that senders wrote, unless the webhook says so, and then not those with a thread key", () => {
    expect(likenessFor({ gathersAll: false }, post)).not.toBeNull();
    expect(likenessFor({ gathersAll: false }, own)).toBeNull();
    expect(likenessFor({ gathersAll: true }, own)).not.toBeNull();
    expect(likenessFor({ gathersAll: true }, { ...own, threadKey: "a" })).toBeNull();
  });

  test("things that aren't bad and open, and those that share an incident", () => {
    const likeness = (more: object) => likenessFor({ gathersAll: false }, { ...post, thing: thing(more) });
    expect(likeness({})).not.toBeNull();
    expect(likeness({ facts: {} })).toBeNull();
    expect(likeness({ facts: { state: { ...bad, open: false } } })).toBeNull();
    expect(likeness({ incidentOf: { key: "a", at: "", isBad: true } })).toBeNull();
  });

  test("messages that mention others", () => {
    const likeness = (id: string) =>
      likenessFor({ gathersAll: false }, { ...post, content: `<@${id}>`, allowedMentions: { parse: ["users"] } });
    expect(likeness("117430585659490304")).not.toBe(likeness("117430585659490305"));
  });
});

test("only what was bad can be over", () => {
  const [good] = made({ subject: "a", state: { ...bad, tone: "good" } });
  expect(isOver("bad: a", good)).toBe(true);
  expect(isOver("bad: a", undefined)).toBe(false);
  expect(isOver("good: a", good)).toBe(false);
});

test("any text has a likeness of bounded size, found in little time", () => {
  const part = fc.constantFrom(
    "a",
    "1",
    " ",
    ":",
    "-",
    "'",
    '"',
    "user ",
    "for the user ",
    "@",
    ".",
    "critical ",
    "/home/",
    "web-1 ",
    "磁",
    "é",
  );
  const texts = fc.oneof(
    fc.array(part, { maxLength: 400 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 400 }),
  );
  fc.assert(
    fc.property(texts, (content) => {
      const began = performance.now();
      expect((likenessOf([], content) ?? "").length).toBeLessThan(3_000);
      expect(performance.now() - began).toBeLessThan(200);
    }),
    { numRuns: randomRuns(2_000) },
  );
});
