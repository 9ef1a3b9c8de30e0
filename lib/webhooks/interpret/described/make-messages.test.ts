import { expect, test } from "vitest";
import { codePoints } from "@/lib/text/text";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { makeMessages, TemplateFailure, type ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { readPayload } from "@/lib/webhooks/payload/read-payload";

function senderOf(events: SenderDescription["events"]) {
  return compileSender({
    name: "Lantern",
    home: "https://example.com",
    steps: ["", "", ""],
    recognise: [],
    event: "{{ kind }}",
    events,
  });
}

function rendered(template: MessageTemplate, payload: unknown) {
  return makeMessages(senderOf({ "*": template }), { payload, headers: {} }).result;
}

function messageOf(template: MessageTemplate, payload: unknown): ToolMessage {
  const made = rendered(template, payload);
  const [message] = made.kind === "messages" ? made.messages : [];
  if (!message) throw new Error(`There is no message: ${JSON.stringify(made)}`);
  return message;
}

function embedOf(template: MessageTemplate, payload: unknown) {
  const [embed] = messageOf(template, payload).embeds;
  if (!embed) throw new Error("There is no embed.");
  return embed;
}

test("templates read only the payload's own properties", () => {
  const names = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "a.__proto__",
    "a.constructor.name",
    "list.at",
  ];
  const title = `x${names.map((name) => `{{ ${name} }}`).join("")}`;
  expect(embedOf({ title }, { a: {}, list: [1] }).title).toBe("x");
  const own = JSON.parse('{"__proto__":{"polluted":"no"},"constructor":"own"}');
  expect(embedOf({ title: "x{{ payload.constructor }}{{ polluted }}" }, own).title).toBe("xown");
});

test.each([
  ["[{{ project }}/{{ repo }}] Build #{{ number }} of {{ job }}: {{ branch }}", "Build of"],
  ["[{{ project }}] #{{ number }} {{ state }}: {{ title }}", "Lamp is dark"],
  ["Closed: {{ name }}", "Closed"],
  ["{{ state }}: {{ title }}", "Lamp is dark"],
  ["Workflow {{ state }}: {{ name }}, main", "Workflow: main"],
  ["Moved: {{ title }} → {{ to }}", "Moved: Lamp is dark"],
  ["Subscribed: {{ title }} ({{ state }})", "Subscribed: Lamp is dark"],
  ["Fix [x](y) #12: C# is **fine** (a), why? {{ title }}!", "Fix [x](y) #12: C# is **fine** (a), why? Lamp is dark!"],
])("the title %j has no gaps if the payload lacks values", (title, tidied) => {
  expect(embedOf({ title }, { title: "Lamp is dark" }).title).toBe(tidied);
});

test("a title after a gap starts with a capital letter", () => {
  expect(embedOf({ title: "{{ project }}: {{ health }}" }, { health: "at risk" }).title).toBe("At risk");
  expect(embedOf({ title: "{{ state }}: {{ url }}" }, { url: "https://example.com" }).title).toBe(
    "https://example.com",
  );
});

test("a field's value starts and ends with payload text, and is left out without any", () => {
  const values = [
    "{{ a | code }} → {{ b | code }}",
    "{{ b | code }} → {{ a }}",
    "{{ a }}, {{ b }}, {{ a }}",
    "#{{ a }}",
    "{{ a }} → {{ a }}",
    "#{{ b }}",
  ];
  const fields = values.map((value) => ({ name: value, value }));
  const shown = embedOf({ title: "x", fields }, { b: "main" }).fields?.map(({ value }) => value);
  expect(shown).toEqual(["`main`", "`main`", "main", "#main"]);
});

test("a payload can't replace the variables that Parley gives to templates", () => {
  const payload = { request: { event: "mine" }, headers: { a: "mine" }, payload: "mine", kind: "push" };
  expect(embedOf({ title: "{{ request.event }}{{ headers.a }}{{ payload.kind }}" }, payload).title).toBe("pushpush");
});

test.each(["include", "render", "layout", "block"])("the unknown tag %s is reported with its location", (tag) => {
  const { problems, events } = senderOf({ a: { title: `{% ${tag} 'x' %}` }, b: { title: "fine" } });
  expect(problems).toEqual([{ path: ["events", "a", "title"], line: 1, message: expect.stringContaining(tag) }]);
  expect([...events.keys()]).toEqual(["b"]);
});

test("a broken template reports its location, and other events still work", () => {
  const sender = senderOf({
    "a|b": { description: "{% if x %}", fields: [{ name: "n", value: "{{ x | nope }}" }] },
    c: { title: "{{ x }}" },
  });
  expect(sender.problems).toEqual([
    { path: ["events", "a|b", "description"], line: 1, message: "tag {% if x %} not closed" },
    { path: ["events", "a|b", "fields", 0, "value"], line: 1, message: "undefined filter: nope" },
  ]);
  const request = (kind: string) => ({ payload: { kind, x: "shown" }, headers: {} });
  expect(makeMessages(sender, request("a")).result).toEqual({ kind: "unknown" });
  expect(makeMessages(sender, request("c")).result).toMatchObject({ messages: [{ embeds: [{ title: "shown" }] }] });
});

test("a failing template names its event", () => {
  const growing = "{% assign s = 'xxxxxxxx' %}{% for a in list %}{% assign s = s | append: s %}{% endfor %}";
  const sender = senderOf({ push: { title: growing } });
  try {
    makeMessages(sender, { payload: { kind: "push", list: Array(100).fill(1) }, headers: {} });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateFailure);
    expect(error).toMatchObject({ event: "push", message: expect.stringContaining("memory alloc limit exceeded") });
  }
});

test("a template with endless loops is stopped by its limits", () => {
  const list = Array(60_000).fill([1]);
  const template = {
    title: "{% for a in list %}{% for b in list %}{% if a == b %}x{% endif %}{% endfor %}{% endfor %}",
  };
  expect(() => rendered(template, { list })).toThrow(/too (long|many steps)/);
  const nested = JSON.parse(`${"[".repeat(130_000)}${"]".repeat(130_000)}`);
  expect(embedOf({ title: "x{{ deep }}", description: "{{ deep | json_block }}" }, { deep: nested }).title).toBe("x");
  expect(() => rendered({ title: "{{ deep | json }}" }, { deep: nested })).toThrow(TemplateFailure);
});

const HOSTILE =
  "**b** _i_ `c` [l](https://evil.example) <b>h</b> <script>x</script> <@123456789012345678> @everyone javascript:alert(1) https://evil.example ![p](https://evil.example/p.png)";

test("a payload's values are literal in Markdown", () => {
  const embed = embedOf(
    { title: "{{ x }}", description: "{{ x }}", fields: [{ name: "{{ x }}", value: "{{ x }}" }], url: "{{ bad }}" },
    { x: HOSTILE, bad: "javascript:alert(1)" },
  );
  expect(embed.title).toBe(HOSTILE);
  expect(embed.url).toBeUndefined();
  for (const markdown of [embed.description ?? "", embed.fields?.[0]?.value ?? ""]) {
    expect(markdown).toContain("\\*\\*b\\*\\*");
    expect(markdown).toContain("\\[l\\](https\\://evil.example)");
    expect(markdown).toContain("\\<b\\>h\\</b\\>");
    expect(markdown).not.toMatch(/(?<!\\)<@/);
    expect(markdown).toContain("\\@everyone");
    expect(markdown).not.toMatch(/(?<!\\):\/\//);
  }
});

test("lines, quotes and links have literal content", () => {
  const description = embedOf(
    { description: "{{ x | lines }}\n{{ x | quote }}\n{{ x | link: bad }}\n{{ x | bold }}" },
    { x: HOSTILE, bad: "data:text/html,x" },
  ).description;
  expect(description).not.toMatch(/(?<!\\)\[l/);
  expect(description).not.toMatch(/(?<!\\)<(b|@|script)/);
  expect(description).not.toContain("data:");
});

test("a long value is shortened in the middle, with a note", () => {
  const long = `start ${"word ".repeat(2_000)}end`;
  const embed = embedOf(
    {
      title: "{{ x }}",
      description: "{{ x }}",
      author: { name: "{{ x }}" },
      footer: "{{ x }}",
      fields: Array.from({ length: 30 }, () => ({ name: "{{ x }}", value: "{{ x | block }}" })),
    },
    { x: long },
  );
  expect(embed.title).toMatch(/^start .*….*end$/s);
  expect(codePoints(embed.title ?? "")).toBe(EMBED_LIMITS.title);
  expect(embed.footer?.text).toMatch(/ · Shortened\. The delivery log has the whole\.$/);
  expect(readPayload({ embeds: [embed] }).embeds).toHaveLength(1);
});

test("a complete value has no such note", () => {
  expect(embedOf({ title: "{{ x }}", footer: "f" }, { x: "y" }).footer).toEqual({ text: "f" });
});

test.each([
  ["{{ x | block }}", "code ".repeat(3_000)],
  ["text {{ x }}\n{{ y | block }}", "*word* ".repeat(900)],
  ["{{ y | block }}\n{{ x }}", "*word* ".repeat(900)],
])("a shortened code block stays one: %s", (description, x) => {
  const embed = embedOf({ description }, { x, y: "**code** ".repeat(600) });
  const parts = (embed.description ?? "").split(/^`{3,}\w*$/m);
  expect(parts.length % 2).toBe(1);
  const outside = parts.filter((_, index) => index % 2 === 0).join("");
  expect(outside).not.toMatch(/(?<!\\)\*/);
  expect(readPayload({ embeds: [embed] }).embeds).toHaveLength(1);
});

test("`each` creates a message for each object in a list, up to a hundred", () => {
  const made = rendered(
    { each: "list", title: "{{ item.n }}" },
    { list: [1, null, "x", ...Array(150).fill({ n: 7 })] },
  );
  expect(made).toMatchObject({ kind: "messages" });
  expect(made.kind === "messages" && made.messages.length).toBe(100);
  expect(rendered({ each: "__proto__.list", title: "x" }, {})).toEqual({ kind: "unknown" });
  expect(rendered({ each: "payload", title: "{{ item.n }}" }, [{ n: 1 }, { n: 2 }])).toMatchObject({
    messages: [{ embeds: [{ title: "1" }] }, { embeds: [{ title: "2" }] }],
  });
});

test("a rule skips the whole payload or one item of a list", () => {
  expect(rendered({ skip: "{% if a %}the rule{% endif %}", title: "x" }, { a: true })).toEqual({
    kind: "skipped",
    rule: "the rule",
  });
  const template = { each: "list", skip: "{% if item.a %}the rule{% endif %}", title: "x" };
  expect(rendered(template, { list: [{ a: true }, {}] })).toMatchObject({ kind: "messages", messages: [{}] });
  expect(rendered(template, { list: [{ a: true }] })).toEqual({ kind: "skipped", rule: "the rule" });
});

test("blank output creates no message, field or key", () => {
  expect(rendered({ title: "{{ nothing }}", footer: "only this" }, {})).toEqual({ kind: "unknown" });
  const message = messageOf(
    { title: "x", author: { name: " " }, update_key: "{{ a }}", fields: [{ name: "n", value: "{{ a }}" }] },
    {},
  );
  expect(message).toEqual({ content: "", embeds: [expect.objectContaining({ fields: [] })], keepFields: false });
  expect(message.embeds[0]?.author).toBeUndefined();
});

test("keys are shortened, and colors are names or six hex digits", () => {
  expect(
    messageOf({ title: "x", update_key: "{{ k }}" }, { k: "k".repeat(400) }).update_key?.length,
  ).toBeLessThanOrEqual(255);
  expect(embedOf({ title: "x", color: "#ff0000" }, {}).color).toBe(0xff0000);
  expect(embedOf({ title: "x", color: "constructor" }, {}).color).toBeUndefined();
});

test("a key starts with its tool's name, is missing if any part is, and stays unique at any length", () => {
  const keys = (payload: unknown) => {
    const { thread_key, update_key } = messageOf(
      { title: "t", thread_key: "of-{{ a }}", update_key: "{% assign it = b.id | default: c %}{{ a }}-{{ it }}" },
      payload,
    );
    return [thread_key, update_key];
  };
  expect(keys({ a: 0, b: { id: "x" } })).toEqual(["Lantern of-0", "Lantern 0-x"]);
  expect(keys({ a: "one", c: "two" })).toEqual(["Lantern of-one", "Lantern one-two"]);
  expect(keys({ a: "one", b: { id: "" }, c: null })).toEqual(["Lantern of-one", undefined]);
  expect(keys({ a: " ", c: "two" })).toEqual([undefined, undefined]);
  const [one, two] = ["1", "2"].map((end) => keys({ a: `${"x".repeat(300)}${end}`, c: 1 }));
  for (const index of [0, 1]) {
    expect(codePoints(one?.[index] ?? "")).toBeLessThanOrEqual(200);
    expect(one?.[index]).not.toBe(two?.[index]);
  }
});
