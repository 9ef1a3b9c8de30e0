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
    recognize: [],
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
  expect(embedOf({ subject: title }, { a: {}, list: [1] }).title).toBe("x");
  const own = JSON.parse('{"__proto__":{"polluted":"no"},"constructor":"own"}');
  expect(embedOf({ subject: "x{{ payload.constructor }}{{ polluted }}" }, own).title).toBe("xown");
});

test.each([
  ["Build #{{ number }} of {{ title }}", "Build of Lamp is dark"],
  ["#{{ number }} {{ title }}", "Lamp is dark"],
  ["{{ title }} ({{ number }})", "Lamp is dark"],
  ["{{ title }} → {{ number }}", "Lamp is dark"],
  ["Fix [x](y) #12: C# is **fine** (a), why? {{ title }}!", "Fix [x](y) #12: C# is **fine** (a), why? Lamp is dark!"],
])("the subject %j has no gaps if the payload lacks values", (subject, tidied) => {
  expect(embedOf({ subject }, { title: "Lamp is dark" }).card?.subject).toBe(tidied);
});

test("a card's facts are kept beside its title, which says them in a line", () => {
  const template = {
    place: ["{{ project }}", "{{ env }}"] satisfies [string, string],
    subject: "{{ name }}",
    state: "{{ status }}",
    tone: "{% if status == 'FIRING' %}bad{% endif %}",
    severity: "{{ severity }}",
    summary: "{{ text }}",
    body: "**More**",
    labels: [{ each: "labels", name: "{{ row.key }}", value: "{{ row.value }}" }],
    links: [{ label: "Runbook", url: "{{ runbook }}" }],
    started_at: "{{ from }}",
    update_key: "{{ name }}",
  };
  const payload = {
    ...{ project: "shop", env: "production", name: "p99 of checkout-api", status: "FIRING", severity: "Critical" },
    ...{ text: "Slow *since* noon", labels: { team: "blue" }, runbook: "https://example.com/r", from: 1764000000 },
  };
  expect(embedOf(template, payload)).toMatchObject({
    title: "[shop · production] Firing: p99 of checkout-api",
    color: 0xcf222e,
    description: "Slow \\*since\\* noon\n\n**More**",
    fields: [{ name: "Labels", value: "`team=blue`", kind: "labels" }],
    buttons: [{ label: "Runbook", url: "https://example.com/r" }],
    card: {
      place: ["shop", "production"],
      subject: "p99 of checkout-api",
      state: { word: "Firing", tone: "bad", open: true },
      severity: "critical",
      summary: "Slow *since* noon",
      startedAt: "2025-11-24T16:00:00.000Z",
    },
  });
});

test.each([
  ["bad", "{{ id }}", true],
  ["bad", "", false],
  ["bad, over", "{{ id }}", false],
  ["good", "{{ id }}", false],
])("a state with the tone %j and the key %j is open: %s", (tone, update_key, open) => {
  expect(embedOf({ subject: "x", state: "y", tone, update_key }, { id: 1 }).card?.state?.open).toBe(open);
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
  const shown = embedOf({ subject: "x", facts: fields }, { b: "main" }).fields?.map(({ value }) => value);
  expect(shown).toEqual(["`main`", "`main`", "main", "#main"]);
});

test("a payload can't replace the variables that Parley gives to templates", () => {
  const payload = { request: { event: "mine" }, headers: { a: "mine" }, payload: "mine", kind: "push" };
  expect(embedOf({ subject: "{{ request.event }}{{ headers.a }}{{ payload.kind }}" }, payload).title).toBe("pushpush");
});

test.each(["include", "render", "layout", "block"])("the unknown tag %s is reported with its location", (tag) => {
  const { problems, events } = senderOf({ a: { subject: `{% ${tag} 'x' %}` }, b: { subject: "fine" } });
  expect(problems).toEqual([{ path: ["events", "a", "subject"], line: 1, message: expect.stringContaining(tag) }]);
  expect([...events.keys()]).toEqual(["b"]);
});

test("a broken template reports its location, and other events still work", () => {
  const sender = senderOf({
    "a|b": { body: "{% if x %}", facts: [{ name: "n", value: "{{ x | nope }}" }] },
    c: { subject: "{{ x }}" },
  });
  expect(sender.problems).toEqual([
    { path: ["events", "a|b", "body"], line: 1, message: "tag {% if x %} not closed" },
    { path: ["events", "a|b", "facts", 0, "value"], line: 1, message: "undefined filter: nope" },
  ]);
  const request = (kind: string) => ({ payload: { kind, x: "shown" }, headers: {} });
  expect(makeMessages(sender, request("a")).result).toEqual({ kind: "unknown" });
  expect(makeMessages(sender, request("c")).result).toMatchObject({ messages: [{ embeds: [{ title: "shown" }] }] });
});

test("a failing template names its event", () => {
  const growing = "{% assign s = 'xxxxxxxx' %}{% for a in list %}{% assign s = s | append: s %}{% endfor %}";
  const sender = senderOf({ push: { subject: growing } });
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
    subject: "{% for a in list %}{% for b in list %}{% if a == b %}x{% endif %}{% endfor %}{% endfor %}",
  };
  expect(() => rendered(template, { list })).toThrow(/too (long|many steps)/);
  const nested = JSON.parse(`${"[".repeat(130_000)}${"]".repeat(130_000)}`);
  expect(embedOf({ subject: "x{{ deep }}", body: "{{ deep | json_block }}" }, { deep: nested }).title).toBe("x");
  expect(() => rendered({ subject: "{{ deep | json }}" }, { deep: nested })).toThrow(TemplateFailure);
});

const HOSTILE =
  "**b** _i_ `c` [l](https://evil.example) <b>h</b> <script>x</script> <@123456789012345678> @everyone javascript:alert(1) https://evil.example ![p](https://evil.example/p.png)";

test("a payload's values are literal in Markdown", () => {
  const embed = embedOf(
    { subject: "{{ x }}", body: "{{ x }}", facts: [{ name: "{{ x }}", value: "{{ x }}" }], url: "{{ bad }}" },
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
    { body: "{{ x | lines }}\n{{ x | quote }}\n{{ x | link: bad }}\n{{ x | bold }}" },
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
      subject: "{{ x }}",
      body: "{{ x }}",
      person: { name: "{{ x }}" },
      footer: "{{ x }}",
      facts: Array.from({ length: 30 }, () => ({ name: "{{ x }}", value: "{{ x | block }}" })),
    },
    { x: long },
  );
  expect(embed.title).toMatch(/^start .*….*end$/s);
  expect(codePoints(embed.title ?? "")).toBe(EMBED_LIMITS.title);
  expect(embed.footer?.text).toMatch(/ · Shortened\. The delivery log has the whole\.$/);
  expect(readPayload({ embeds: [embed] }).embeds).toHaveLength(1);
});

test("a complete value has no such note", () => {
  expect(embedOf({ subject: "{{ x }}", footer: "f" }, { x: "y" }).footer).toEqual({ text: "f" });
});

test.each([
  ["{{ x | block }}", "code ".repeat(3_000)],
  ["text {{ x }}\n{{ y | block }}", "*word* ".repeat(900)],
  ["{{ y | block }}\n{{ x }}", "*word* ".repeat(900)],
])("a shortened code block stays one: %s", (description, x) => {
  const embed = embedOf({ body: description }, { x, y: "**code** ".repeat(600) });
  const parts = (embed.description ?? "").split(/^`{3,}\w*$/m);
  expect(parts.length % 2).toBe(1);
  const outside = parts.filter((_, index) => index % 2 === 0).join("");
  expect(outside).not.toMatch(/(?<!\\)\*/);
  expect(readPayload({ embeds: [embed] }).embeds).toHaveLength(1);
});

test("`each` creates a message for each object in a list, up to a hundred", () => {
  const made = rendered(
    { each: "list", subject: "{{ item.n }}" },
    { list: [1, null, "x", ...Array(150).fill({ n: 7 })] },
  );
  expect(made).toMatchObject({ kind: "messages" });
  expect(made.kind === "messages" && made.messages.length).toBe(100);
  expect(rendered({ each: "__proto__.list", subject: "x" }, {})).toEqual({ kind: "unknown" });
  expect(rendered({ each: "payload", subject: "{{ item.n }}" }, [{ n: 1 }, { n: 2 }])).toMatchObject({
    messages: [{ embeds: [{ title: "1" }] }, { embeds: [{ title: "2" }] }],
  });
});

test("a rule skips the whole payload or one item of a list", () => {
  expect(rendered({ skip: "{% if a %}the rule{% endif %}", subject: "x" }, { a: true })).toEqual({
    kind: "skipped",
    rule: "the rule",
  });
  const template = { each: "list", skip: "{% if item.a %}the rule{% endif %}", subject: "x" };
  expect(rendered(template, { list: [{ a: true }, {}] })).toMatchObject({ kind: "messages", messages: [{}] });
  expect(rendered(template, { list: [{ a: true }] })).toEqual({ kind: "skipped", rule: "the rule" });
});

test("blank output creates no message, field or key", () => {
  expect(rendered({ subject: "{{ nothing }}", footer: "only this" }, {})).toEqual({ kind: "unknown" });
  const message = messageOf(
    { subject: "x", person: { name: " " }, update_key: "{{ a }}", facts: [{ name: "n", value: "{{ a }}" }] },
    {},
  );
  expect(message).toEqual({ content: "", embeds: [expect.objectContaining({ fields: [] })], keepFields: false });
  expect(message.embeds[0]?.author).toBeUndefined();
});

test("keys are shortened, and colors are names or six hex digits", () => {
  expect(
    messageOf({ subject: "x", update_key: "{{ k }}" }, { k: "k".repeat(400) }).update_key?.length,
  ).toBeLessThanOrEqual(255);
  expect(embedOf({ subject: "x", tone: "#ff0000" }, {}).color).toBe(0xcf222e);
  expect(embedOf({ subject: "x", tone: "constructor" }, {}).color).toBeUndefined();
});

test("a key starts with its tool's name, is missing if any part is, and stays unique at any length", () => {
  const keys = (payload: unknown) => {
    const { thread_key, update_key } = messageOf(
      { subject: "t", thread_key: "of-{{ a }}", update_key: "{% assign it = b.id | default: c %}{{ a }}-{{ it }}" },
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
