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
  ['recognise:\n  - has: { id: "(" }\n', 2, "recognise.0.has.id: Not a regular expression"],
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
recognise: [{ has: { id: "" } }]
event: push
all:
  footer: "{{ by | nope }}"
events:
  push:
    title: >-
      {{ title }}
    description: |-
      {{ text }}
      {{ text | missing }}
    fields:
      - { name: One, value: "{{ one }}" }
      - name: Two
        value: "{% if two %}"
  tag:
    title: "{{ state | lookup: tables.words }}"
    footer: Its own
`;

test("errors in templates are named with their line, also within a block, and the other events work", () => {
  const { description, problems } = readSender(DESCRIPTION);
  expect(description).toMatchObject({ name: "Tool" });
  expect(problems).toEqual([
    { line: 7, message: "all.footer: undefined filter: nope" },
    { line: 14, message: "events.push.description: undefined filter: missing" },
    { line: 18, message: "events.push.fields.1.value: tag {% if two %} not closed" },
    { line: 20, message: 'events.tag.title: there is no table "words" in tables' },
  ]);
});
