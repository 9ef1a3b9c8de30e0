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
