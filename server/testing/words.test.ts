import { expect, test } from "vitest";
import { allTexts, BANNED, sample, type Text } from "./words";

const texts = allTexts();

test("texts of the interface, errors, mails, API descriptions, senders' steps and documentation are found", () => {
  const folders = [
    "app/",
    "components/docs/",
    "components/people/",
    "lib/users/",
    "lib/webhooks/",
    "docs/",
    "README.md",
  ];
  for (const folder of folders)
    expect
      .soft(
        texts.some(({ file }) => file.startsWith(folder)),
        folder,
      )
      .toBe(true);
  expect(texts.find(({ file }) => file.endsWith("gitlab/sender.yaml"))).toMatchObject({
    text: expect.stringMatching(/GitLab|Settings/),
  });
});

test("no text has a word that docs/CONTRIBUTING.md replaces", () => {
  // "whom" and "told" are plain enough in pages for engineers.
  const refused = ({ text, kind }: Text) => BANNED.test(kind === "docs" ? text.replace(/\b(whom|told)\b/gi, "") : text);
  expect(texts.filter(refused).map(({ file, line, text }) => `${file}:${line}  ${text}`)).toEqual([]);
});

test("a sample is the same for the same seed", () => {
  expect(sample(texts, 5, 24)).toEqual(sample(texts.toReversed(), 5, 24));
});
