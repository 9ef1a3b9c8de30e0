import { expect, test } from "vitest";
import type { ThingReport } from "@/lib/messages/thing-report";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { makeMessages, type ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";

function senderOf(template: MessageTemplate, more: Partial<SenderDescription> = { one_line: true }) {
  return compileSender({
    name: "Lantern",
    home: "https://example.com",
    steps: ["", "", ""],
    recognize: [],
    event: "{{ kind }}",
    events: { "*": template },
    ...more,
  });
}

function messageOf(template: MessageTemplate, payload: object, oneLine = true): ToolMessage {
  const { result } = makeMessages(senderOf(template), { payload, headers: {}, oneLine });
  const [message] = result.kind === "messages" ? result.messages : [];
  if (!message) throw new Error(`There is no message: ${JSON.stringify(result)}`);
  return message;
}

function reportOf(template: MessageTemplate, payload: object): ThingReport {
  const { report } = messageOf(template, payload);
  if (!report) throw new Error("There is no report.");
  return report;
}

const AT = "2026-11-27T09:00:00.000Z";
const lamp: MessageTemplate = {
  place: "{{ repo }}",
  subject: "{{ title }}",
  state: "{{ state }}",
  tone: "{{ tone }}",
  url: "{{ page }}",
  person: { name: "{{ who }}" },
  body: "{{ text }}",
  facts: [
    { name: "Owner", kind: "person", value: "{{ owner }}" },
    { name: "Labels", kind: "labels", value: "{{ tag | code }}" },
  ],
  at: "{{ at }}",
  thing: "lamp {{ id }}",
};
const payload = {
  ...{ id: 7, repo: "octo/hello", title: "The lamp is dark", state: "Broken", tone: "bad", at: AT },
  ...{ page: "https://example.com/7", who: "Ada", text: "It *is*", owner: "Bo", tag: "dark" },
};

test("a message with a thing reports what its template renders, and its bad state is open", () => {
  expect(reportOf(lamp, payload)).toEqual({
    key: "Lantern lamp 7",
    at: AT,
    hasLine: true,
    facts: {
      place: ["octo/hello"],
      subject: "The lamp is dark",
      state: { word: "Broken", tone: "bad", open: true },
      url: "https://example.com/7",
      person: expect.objectContaining({ name: "Ada" }),
      body: "It \\*is\\*",
      labels: ["dark"],
      timestamp: AT,
      "field Owner": { value: "Bo", inline: true, kind: "person", order: 0 },
    },
  });
});

test.each([
  ["the webhook has no lines", lamp, false],
  ["the thing's key has a missing value", { ...lamp, thing: "lamp {{ number }}" }, true],
])("there is no report if %s", (_, template, oneLine) => {
  expect(messageOf(template, payload, oneLine)).not.toHaveProperty("report");
});

test("there is no report, noise or action if the description doesn't say that its things have a line", () => {
  const template = { ...lamp, noise: "noise", body: "{{ request.one_line }}" };
  const made = makeMessages(senderOf(template, { action: "turned" }), {
    payload: { ...payload, kind: "lamp" },
    headers: {},
    oneLine: true,
  });
  expect(made).toMatchObject({ event: "lamp", result: { kind: "messages" } });
  expect(made.result).not.toHaveProperty("messages.0.report");
  expect(made.result).toHaveProperty("messages.0.embeds.0.description", "false");
});

test("noise is skipped only where things have a line", () => {
  const template = { ...lamp, noise: "{% if state == 'Broken' %}broken lamps{% endif %}" };
  const sender = senderOf(template);
  expect(makeMessages(sender, { payload, headers: {}, oneLine: true }).result).toEqual({
    kind: "skipped",
    rule: "broken lamps",
  });
  expect(makeMessages(sender, { payload, headers: {} }).result.kind).toBe("messages");
});

test("an event's name in the log has its action, also when it's sent again without its header", () => {
  const sender = senderOf(lamp, { one_line: true, action: "{{ action }}", event: "{{ headers.x_event }}" });
  const events = { lamp: sender.events.get("*") };
  const event = (oneLine: boolean, kind?: string) =>
    makeMessages(
      { ...sender, events: new Map(Object.entries(events).flatMap(([name, made]) => (made ? [[name, made]] : []))) },
      {
        payload: { ...payload, action: "lit" },
        headers: kind ? { x_event: kind } : {},
        event: "lamp.lit",
        oneLine,
      },
    );
  expect([event(true, "lamp").event, event(false, "lamp").event]).toEqual(["lamp.lit", "lamp"]);
  expect(event(true)).toMatchObject({ event: "lamp.lit", result: { kind: "messages" } });
  expect(event(false)).toMatchObject({ event: "lamp", result: { kind: "messages" } });
});

test.each([
  ["none", [], []],
  ["subject, url", ["subject", "url"], []],
  ["subject, weak url", ["subject"], ["url"]],
  ["facts", ["field Owner", "labels"], []],
  ["owner", ["field Owner"], []],
  [
    "all, weak person, weak facts",
    ["body", "place", "state", "subject", "timestamp", "url"],
    ["field Owner", "labels", "person"],
  ],
])("with the line %j, it takes %j and, while it has none, %j", (line, strong, weak) => {
  const report = reportOf({ ...lamp, line }, payload);
  expect(Object.keys(report.facts).sort()).toEqual(strong);
  expect(Object.keys(report.weak ?? {}).sort()).toEqual(weak);
});

test("a blank fact is cleared if the line names it, and otherwise left alone", () => {
  const blank = { ...payload, owner: "", tag: null, title: "", text: "" };
  const { facts } = reportOf({ ...lamp, line: "all, facts, body" }, blank);
  expect(facts).toMatchObject({ "field Owner": null, labels: null, body: null, place: ["octo/hello"] });
  expect(facts).not.toHaveProperty("subject");
  expect(Object.values(reportOf(lamp, blank).facts)).not.toContain(null);
});

test("a reply shows the event, person, text and address, and the line takes only what it lacks", () => {
  const template = {
    ...lamp,
    event: "Comment",
    url: "{{ page }}#note",
    thing_url: "{{ page }}",
    reply: "comment {{ note }}",
  };
  const { facts, weak, reply } = reportOf(template, { ...payload, note: 5 });
  expect(facts).toEqual({});
  expect(weak).toEqual({ place: ["octo/hello"], subject: "The lamp is dark", url: "https://example.com/7" });
  expect(reply).toEqual({
    key: "Lantern comment 5",
    at: AT,
    facts: {
      event: "Comment",
      person: expect.objectContaining({ name: "Ada" }),
      body: "It \\*is\\*",
      url: "https://example.com/7#note",
      labels: ["dark"],
      timestamp: AT,
      "field Owner": expect.anything(),
    },
  });
  expect(reportOf(template, payload)).not.toHaveProperty("reply");
});

test("a line keeps the thing's own text beside the reply that says what has changed", () => {
  const template = { ...lamp, line: "all", reply: "change {{ id }}", thing_body: "{{ whole }}" };
  const { facts, reply } = reportOf(template, { ...payload, whole: "All of it" });
  expect([facts.body, reply?.facts.body]).toEqual(["All of it", "It \\*is\\*"]);
});

test("a review's state is the person's, and the reply's", () => {
  const template = { ...lamp, reviews: "{{ who }}", reply: "review {{ id }}" };
  const approved = reportOf(template, { ...payload, state: "Approved", tone: "good" });
  const state = { word: "Approved", tone: "good", open: false };
  expect(approved).toMatchObject({ facts: { "review Ada": state }, reply: { facts: { state } } });
  expect(approved.facts).not.toHaveProperty("state");
  expect(approved.weak).not.toHaveProperty("state");
  expect(reportOf(template, { ...payload, state: "" }).facts).toEqual({ "review Ada": null });
});

test("a run has its jobs, each with its own time, and they are checks of its commit", () => {
  const jobs = [
    {
      each: "jobs",
      name: "{{ row.name }}",
      state: "{{ row.state }}",
      tone: "{{ row.tone }}",
      url: "{{ row.url }}",
      at: "{{ row.at }}",
    },
  ];
  const sent = {
    ...payload,
    sha: "abc",
    jobs: [
      { name: "lint", state: "Failed", tone: "bad", url: "https://example.com/lint", at: AT },
      { name: "test", state: "Passed", tone: "good" },
      { name: "deploy" },
    ],
  };
  const message = messageOf({ ...lamp, jobs, checks: "commit {{ sha }}", watches: "commit {{ sha }}" }, sent);
  const [lint, unit] = [
    { tone: "bad", word: "Failed", url: "https://example.com/lint" },
    { tone: "good", word: "Passed" },
  ];
  expect(message.report).toMatchObject({
    watches: "Lantern commit abc",
    facts: { "job lint": lint, "job test": unit },
    times: { "job lint": AT },
  });
  expect(message.checked).toEqual({
    key: "Lantern commit abc",
    at: AT,
    hasLine: false,
    facts: { "check lint": lint, "check test": unit },
    times: { "check lint": AT },
  });
});

test("a message about a part of a thing leaves the thing's state and name alone", () => {
  const template = { ...lamp, thing_subject: "Lamp {{ id }}", reply: "bulb {{ id }}" };
  const { facts, weak, reply } = reportOf(template, payload);
  expect(facts).toEqual({});
  expect(weak).toMatchObject({ subject: "Lamp 7" });
  expect(reply?.facts).toMatchObject({
    subject: "The lamp is dark",
    state: { word: "Broken", tone: "bad", open: false },
  });
});

test("a check without a thing is only a check", () => {
  const { thing: _, ...check } = lamp;
  const message = messageOf({ ...check, checks: "commit {{ sha }}", check: "lint" }, { ...payload, sha: "abc" });
  expect(message).not.toHaveProperty("report");
  expect(message.checked).toMatchObject({
    key: "Lantern commit abc",
    facts: { "check lint": { tone: "bad", word: "Broken", url: "https://example.com/7" } },
  });
});

test.each([
  ["bad", "main", true, true],
  ["bad, over", "main", true, true],
  ["good", "main", false, false],
  ["progress", "main", undefined, false],
  ["bad", "", undefined, false],
])("a run whose state is %s on the branch %j is an incident's: %s, open: %s", (tone, branch, isBad, open) => {
  const template = { ...lamp, incident_of: "{% if branch %}runs on {{ branch }}{% endif %}" };
  const { facts, incidentOf } = reportOf(template, { ...payload, tone, branch });
  expect(incidentOf).toEqual(isBad === undefined ? undefined : { key: "Lantern runs on main", at: AT, isBad });
  expect(facts.state?.open).toBe(open);
});

test("keys are made from the original payload, and those with a secret are digests", () => {
  const template = { ...lamp, reply: "comment {{ note }}", watches: "commit {{ id }}" };
  const masked = { payload: { ...payload, id: "****", note: 5 }, headers: {}, oneLine: true };
  const reports = ["one", "two"].map((id) => {
    const made = makeMessages(senderOf(template), masked, { ...masked, payload: { ...masked.payload, id } });
    return made.result.kind === "messages" ? made.result.messages[0]?.report : undefined;
  });
  const [one, two] = reports;
  expect(one?.key).toMatch(/^Lantern [\da-f]{64}$/);
  expect(one?.watches).toMatch(/^Lantern [\da-f]{64}$/);
  expect(one?.key).not.toBe(two?.key);
  expect(one?.reply?.key).toBe("Lantern comment 5");
  expect(one?.weak).toMatchObject({ subject: "The lamp is dark" });
});

test("a long key is a digest, so that it stays unique", () => {
  const id = "x".repeat(500);
  expect(reportOf(lamp, { ...payload, id }).key).toMatch(/^Lantern [\da-f]{64}$/);
});

const { thing: _thing, ...thingless } = lamp;

test.each<[string, MessageTemplate, string[]]>([
  ["a reply without a thing", { ...thingless, reply: "comment {{ id }}" }, ["reply: needs a thing"]],
  ["an unknown fact in line", { ...lamp, line: "subject, ownr" }, ['line: there is no fact "ownr"']],
  ["a check without its commit", { ...lamp, check: "lint" }, ["check: needs checks, the key of its commit"]],
  ["a commit without a check", { ...lamp, checks: "c {{ id }}" }, ["checks: needs check, the check's name, or jobs"]],
  ["a time without its incident", { ...lamp, incident_at: "{{ at }}" }, ["incident_at: needs incident_of"]],
  ["known facts", { ...lamp, line: "{% if a %}all{% endif %}, facts, Owner, weak person, {{ b }}" }, []],
])("a description with %s is reported", (_, template, expected) => {
  const { problems } = senderOf(template);
  expect(problems.map(({ path, message }) => `${path.at(-1)}: ${message}`)).toEqual(expected);
  expect(problems.every(({ path }) => path[0] === "events")).toBe(true);
});
