import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSender } from "@/lib/webhooks/interpret/described/read-sender";

const yaml = readFileSync("lib/webhooks/tools/grafana/sender.yaml", "utf8");

/** Returns the problems of Grafana's file after a change, and the line on which the changed text is. */
function problemsAfter(text: string, changed: string) {
  const line = yaml.slice(0, yaml.indexOf(text)).split("\n").length + (text.startsWith("\n") ? 1 : 0);
  return { ...readSender(yaml.replace(text, changed)), line };
}

test.each([
  ["\nevents:", "\nevent_templates:", 'the file: Unrecognized key: "event_templates"'],
  ["\nhome:", "\nhome: nowhere #", "home: Invalid URL"],
  ["\nhome:", "\nhome: javascript:alert() #", "home: Invalid URL"],
  ["\nname:", '\nname: "" #', "name: Too small: expected string to have >=1 characters"],
])("a file with %j replaced by %j isn't a description, and its line and field are named", (text, changed, message) => {
  const { description, problems, line } = problemsAfter(text, changed);
  expect(description).toBeNull();
  expect(problems).toContainEqual({ line, message });
});

test.each([
  ["name: x\nsteps:\n  - a\n  - b: 1\n  - c\n", 4, "steps.1: Invalid input: expected string, received object"],
  ['recognize:\n  - has: { id: "(" }\n', 2, "recognize.0.has.id: Not a regular expression"],
  ["headers: [X-Event]\n", 1, "headers.0: Write the header's name in lower case"],
  ["name: x\nhome: [", 2, "the file isn't YAML: unexpected end of the stream within a flow collection"],
  [`a: &a 1\nb: [${"*a, ".repeat(101)}]`, 2, "the file isn't YAML: aliases exceeded maxAliases (100)"],
  ["", 1, "the file isn't YAML: expected a document, but the input is empty"],
])("%j is refused with a line", (text, line, message) => {
  const { description, problems } = readSender(text);
  expect(description).toBeNull();
  expect(problems).toContainEqual({ line, message });
});

const DESCRIPTION = `name: Tool
home: https://tool.example
steps: ["{url}", b, c]
recognize: [{ has: { id: "" } }]
event: push
all:
  footer: "{{ by | nope }}"
events:
  push:
    subject: >-
      {{ title }}
    body: |-
      {{ text }}
      {{ text | missing }}
    facts:
      - { name: One, value: "{{ one }}" }
      - name: Two
        value: "{% if two %}"
  tag:
    subject: "{{ state | lookup: tables.words }}"
    footer: Its own
`;

test("errors in templates are named with their line, also within a block, and the other events work", () => {
  const { description, problems } = readSender(DESCRIPTION);
  expect(description).toMatchObject({ name: "Tool" });
  expect(problems).toEqual([
    { line: 7, message: "all.footer: undefined filter: nope" },
    { line: 14, message: "events.push.body: undefined filter: missing" },
    { line: 18, message: "events.push.facts.1.value: tag {% if two %} not closed" },
    { line: 20, message: 'events.tag.subject: there is no table "words" in tables' },
  ]);
});

test("a file with the keys of before works, and they are listed", () => {
  const older = DESCRIPTION.replace("recognize", "recognise")
    .replace("subject", "title")
    .replace("body", "description");
  const { description, older: keys } = readSender(older);
  expect(description?.events.push).toMatchObject({ subject: "{{ title }}", body: expect.any(String) });
  expect(keys).toEqual(["recognise", "title", "description"]);
  expect(readSender(DESCRIPTION).older).toEqual([]);
});
