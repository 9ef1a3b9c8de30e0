import { describe, expect, test } from "vitest";
import { maskPatiently, maskSecrets } from "@/lib/secrets/mask-secrets";
import { NAMED_SHAPES, SHAPES } from "@/lib/secrets/shapes";
import { expectEffort, longestTurn } from "@/lib/testing/effort";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";

// The most of a payload that the delivery log reads.
const READ = LOG_LIMITS.payloadBytes + LOG_LIMITS.lookAheadBytes;

const hostile = [
  ...'eyJ|eyJ.|-eyJ|-sk-|_ghp_|"|\'|token=|token=\'|token="|token=\\"|token: |password:\n|{"token":|"token":|Bearer |://a|://a:|&token='.split(
    "|",
  ),
  ...'a|a |aa |ab=|a=b |webhooks/|webhooks/incoming/|hooks////|\\|\\/|////|%2f|%252f|["a",|[|{"a":|{|-----BEGIN PRIVATE KEY-----'.split(
    "|",
  ),
  ..."-----BEGIN |curl -u a:|--token |key-0|1234567890:|M|Mabc.|A3-AAAAAA-|a~|pat.|-us1|\n|\n |t1.|\u2029|a=%7B&|a=%|%25|--b|<password>".split(
    "|",
  ),
  '{"name":"DB_PASSWORD","value":"x"},',
  'name="x"\r\n\r\n',
  `${"x".repeat(79)} `,
  `${"token_".repeat(12)} `,
  "name: token\nvalue: ",
  `${">".repeat(24)}session=`,
  ...'sk-|NRJS-|token:|token= |session=|cookie=|sig=|=>sig|auth"'.split("|"),
  '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n',
  `--b\r\nContent-Type: x${" ".repeat(20_000)}name="`,
  `--b\r\nContent-Type: x\r\n--b${"\n ".repeat(20_000)}`,
];

function filled(part: string): string {
  return part.repeat(Math.ceil(READ / part.length)).slice(0, READ);
}

// Measured in groups, because measuring takes as long as the work.
const groups = (parts: readonly string[]) =>
  Array.from({ length: Math.ceil(parts.length / 8) }, (_, index) => ({
    parts: parts.slice(index * 8, index * 8 + 8),
  }));

// Eight texts take 50 at most; a text that is read again from each position takes hundreds.
const MOST_EFFORT = 120;
const LONGEST_TURN = 10;

const prefixes = groups(SHAPES.map(({ prefix }) => prefix));

test.each([...prefixes.map((each) => ({ ...each, cut: false })), ...prefixes.map((each) => ({ ...each, cut: true }))])(
  "a near match of a secret's prefix is read once: $parts, cut: $cut",
  ({ parts, cut }) => {
    const texts = parts.map(filled);
    expectEffort(() => texts.map((text) => maskSecrets(text, cut)), MOST_EFFORT);
  },
);

const names = [...Object.keys(NAMED_SHAPES), ..."token password pwd session auth cookie api_key sig".split(" ")];

test.each(groups(names.map((name) => `${name}:`)))(
  "a near match of a secret's name is read once: $parts",
  ({ parts }) => {
    const texts = parts.map(filled);
    expectEffort(() => texts.map((text) => maskSecrets(text)), MOST_EFFORT);
  },
);

describe.each(groups(hostile))("a near match of a secret: $parts", ({ parts }) => {
  test.each([
    ["as it is", (text: string) => text],
    ["in JSON", (text: string) => JSON.stringify({ text })],
    ["in JSON in JSON", (text: string) => JSON.stringify([JSON.stringify({ text })])],
    ["in a form", (text: string) => `payload=${encodeURIComponent(text)}`],
  ])("%s is read once", (_, wrap) => {
    const texts = parts.map((part) => wrap(filled(part)).slice(0, READ));
    expectEffort(() => texts.map((text) => maskSecrets(text)), MOST_EFFORT);
  });

  test("lets other work run meanwhile", async () => {
    const longest = await longestTurn(
      async () => {
        for (const part of parts) await maskPatiently(filled(part));
      },
      { enough: LONGEST_TURN },
    );
    expect(longest).toBeLessThan(LONGEST_TURN);
  });
});
