import { expect, test } from "vitest";
import { isBlank } from "@/lib/text/text";
import { github } from "@/lib/webhooks/formats/github/parse";
import { githubExamples } from "@/server/testing/github-examples";

const examples = await githubExamples();

test.each(examples.map(({ name, examples }) => [name, examples] as const))(
  "each of GitHub's examples of %s says what happened",
  (name, payloads) => {
    expect(payloads).not.toHaveLength(0);
    for (const payload of payloads) {
      const { content, embeds, ...rest } = github(payload, name);
      const [embed] = embeds;
      expect(isBlank(content) && isBlank(embed?.title)).toBe(false);
      expect([content, embed?.title, ...(embed?.fields ?? []).map(({ value }) => value)].join("\n")).not.toMatch(
        /undefined|null|NaN|\[object/,
      );
      expect(rest).toEqual({ username: null, avatarUrl: null, threadKey: null, allowedMentions: {} });
    }
  },
);

const saying = examples.flatMap(({ name, examples: all }) =>
  all.flatMap((payload) => github(payload, name).embeds.map((embed) => [name, embed] as const)),
);

test("no subject repeats its own state or place, and no card names its place twice", () => {
  const repeating = saying.flatMap(([name, { card, footer }]) => {
    const { subject = "", state, place = [] } = card ?? {};
    const said = [state?.word ?? "", ...place].filter((each) => each && hasWord(subject, each));
    return said.length > 0 || footer ? [`${name}: ${subject} (${said.join(", ")})`] : [];
  });
  expect(repeating).toEqual([]);
});

function hasWord(text: string, words: string): boolean {
  return ` ${text.toLowerCase()} `.includes(` ${words.toLowerCase()} `);
}

test("every card says its tone, and one state always has one", () => {
  const tones = new Map<string, Set<string>>();
  for (const [name, { card, color }] of saying) {
    expect(color, name).toBeDefined();
    if (card?.state) tones.set(card.state.word, (tones.get(card.state.word) ?? new Set()).add(card.state.tone));
  }
  const several = [...tones].filter(([, all]) => all.size > 1).map(([word, all]) => `${word}: ${[...all].join(", ")}`);
  // What is open can be an alert, which is bad by its severity.
  expect(several.filter((each) => !/^(Open|Reopened|Closed): /.test(each))).toEqual([]);
});
