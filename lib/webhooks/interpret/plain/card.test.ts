import fc from "fast-check";
import { expect, test } from "vitest";
import { TONE_COLORS as tones } from "@/lib/messages/cards/tones";
import { isBlank } from "@/lib/text/text";
import { plainCard, plainText } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { readMade } from "@/lib/webhooks/payload/read-payload";

function cardOf(payload: object, event?: string) {
  const { content, embeds } = plainCard(payload, plainBudget(), {
    described: event === undefined ? null : { tool: "Tool", event },
  });
  const post = readMade({ content, embeds });
  const [embed] = post.embeds;
  if (!embed) throw new Error("There is no embed.");
  return embed;
}

test("title, text, link, state and time are found under their usual names", () => {
  const payload = {
    Subject: "Tide gauge",
    message: "Reads *nothing*",
    htmlUrl: "https://example.com/gauges/4",
    severity: "critical",
    created_at: "2026-11-22T09:30:00Z",
    quay: 3,
    spare: true,
    empty: "",
    nothing: null,
  };
  expect(cardOf(payload)).toMatchObject({
    title: "Tide gauge",
    description: "Reads \\*nothing\\*",
    url: "https://example.com/gauges/4",
    color: tones.bad,
    timestamp: "2026-11-22T09:30:00.000Z",
    card: { subject: "Tide gauge", severity: "critical", summary: "Reads *nothing*" },
    fields: [
      { name: "Quay", value: "3", inline: true, kind: "number" },
      { name: "Spare", value: "Yes", inline: true },
    ],
  });
});

test("missing details are looked up one level deeper", () => {
  expect(
    cardOf({ event: { name: "Flood", url: "https://example.com/f" }, data: { status: "resolved" } }),
  ).toMatchObject({
    title: "Resolved: Flood",
    url: "https://example.com/f",
    color: tones.good,
  });
});

test("the state is the event's own, not that of a repository, user or project next to it", () => {
  const beside = {
    repository: { name: "lamp", state: "AVAILABLE" },
    user: { status: "online" },
    project: { health: "ok" },
  };
  expect(cardOf({ title: "Comment", ...beside }).color).toBeUndefined();
  expect(cardOf({ title: "Comment", ...beside, build: { status: "failed" } }).color).toBe(tones.bad);
  expect(cardOf({ title: "Comment", ...beside, status: "running" }).color).toBe(tones.progress);
});

// As Google Cloud sends it: https://cloud.google.com/monitoring/support/notification-options#webhooks.
test.each([
  ["open", undefined, "bad"],
  ["OPEN", "No severity", "bad"],
  ["open", "Warning", "warning"],
  ["open", "Critical", "bad"],
  ["acknowledged", "Critical", "warning"],
  ["closed", "Critical", "good"],
] as const)("an incident that is %s with severity %s is %s", (state, severity, tone) => {
  const incident = {
    incident_id: "0.lamp4",
    scoping_project_id: "harbour-lights",
    url: "https://console.cloud.google.com/monitoring/alerting/alerts/0.lamp4?project=harbour-lights",
    started_at: 1795424400,
    ended_at: null,
    state,
    severity,
    policy_name: "Lamps are warm",
    condition_name: "Lamp above 80 °C",
    summary: `Temperature for harbour-lights with metric labels {${"lamp=quay-3, ".repeat(14)}} is above the threshold.`,
    resource: { type: "gce_instance", labels: { zone: "europe-north1-a" } },
  };
  const card = cardOf({ version: "1.2", incident });
  expect(card).toMatchObject({ url: incident.url, color: tones[tone], card: { subject: "Lamp above 80 °C" } });
  expect(card.description).toContain("is above the threshold");
});

// As LibreNMS' transport "API" sends it: https://docs.librenms.org/Alerting/Transports/API/.
test.each([
  [{ state: "0", severity: "critical" }, "good"],
  [{ state: 0, severity: "ok" }, "good"],
  [{ state: "1", severity: "critical" }, "bad"],
  [{ state: "1", severity: "warning" }, "warning"],
] as const)("an alert with a numeric state and a severity, %j, is %s", (states, tone) => {
  expect(cardOf({ title: "Device quay-sw1 - Port down", hostname: "quay-sw1", ...states }).color).toBe(tones[tone]);
});

test("a recovered alert is green, whatever its severity", () => {
  const recovered = { title: "Device quay-sw1 recovered from Port down", severity: "critical" };
  expect(cardOf(recovered).color).toBe(tones.good);
  expect(cardOf({ event: "alert.resolved", alert: { name: "Port down", severity: "critical" } }).color).toBe(
    tones.good,
  );
  expect(cardOf({ ...recovered, title: "Port down is unresolved" }).color).toBe(tones.bad);
});

test("a state in words takes precedence over a number", () => {
  expect(cardOf({ check: { name: "http", status: 2, state: "failing" } }).color).toBe(tones.bad);
  expect(cardOf({ check: { name: "http", status: 0, state: "passing" } }).color).toBe(tones.good);
});

test("a number without a severity has no meaning", () => {
  expect(cardOf({ title: "Import", status: 0 }).color).toBeUndefined();
});

test("a title loses its Markdown", () => {
  // As LaunchDarkly sends it: https://launchdarkly.com/docs/api/webhooks.
  const title = String.raw`[Ada Winther](mailto:ada@example.com) turned on the flag [Quay lamps](https://app.launchdarkly.com/harbour/production/features/quay-lamps) in [Production \- North](https://app.launchdarkly.com/harbour/production) with **care**`;
  expect(cardOf({ kind: "flag", name: "Quay lamps", titleVerb: "turned on the flag", title }).title).toBe(
    "Ada Winther turned on the flag Quay lamps in Production - North with care",
  );
  expect(cardOf({ title: "rm *.log [x] in C:\\.logs" }).title).toBe("rm *.log [x] in C:\\.logs");
});

test.each(["https://example.com/a", "ada@example.com", "zen:ticket:9876", "gid://shop/Order/12", "arn:aws:sns:eu:1:a"])(
  "the title isn't %s if there is anything else",
  (subject) => {
    expect(cardOf({ subject, event: "Lamp broken" }).title).toBe("Broken: Lamp");
    expect(cardOf({ subject, data: { name: "Lamp 4" } }).title).toBe("Lamp 4");
    expect(cardOf({ subject }).title).toContain(subject.replace("https://", ""));
    expect(cardOf({ subject, type: "lamp.broken" }, "lamp broken").title).toBe("Broken: Lamp");
  },
);

test("a heading that says what happened takes precedence over the title", () => {
  const payload = { type: "lamp.moved", user: { name: "Ada" }, data: { name: "Lamp 4" } };
  expect(cardOf(payload, "lamp moved").title).toBe("Lamp moved: Lamp 4");
  expect(cardOf({ ...payload, data: {} }, "lamp moved").title).toBe("Lamp moved by Ada");
});

test("without a title, a short text or else the first value says what it is about", () => {
  expect(cardOf({ host: "web-3", load: 4.2, status: "critical" })).toMatchObject({
    title: "Critical: web-3",
    fields: [{ name: "Load" }],
  });
  expect(cardOf({ host: "web-3", message: "Disk is full" })).toMatchObject({
    title: "[web-3] Disk is full",
  });
});

test("six facts are fields with readable names, without ids, and lists follow", () => {
  const build = {
    id: 17,
    duration_ms: 81_200,
    size: "12 MB",
    by: { name: "Ada" },
    sha: "5d41402abc4b2a76b9719d911017c592",
  };
  const jobs = [{ name: "unit", status: "passed", id: 1 }, { name: "e2e", status: "failed" }, "lint"];
  const env = { region: "eu", zone: "b", CanaryIP: "192.0.2.7", avatar_url: "https://example.com/a.png" };
  const card = cardOf({ title: "nightly run", ok: false, build, env, jobs, tags: ["a", "b"] });
  expect(card.card?.state).toEqual({ word: "Failed", tone: "bad", open: false });
  expect(card.fields?.map(({ name, value }) => `${name} = ${value}`)).toEqual([
    "Build duration = 1 min 21 s",
    "Build size = 12 MB",
    "Env canary IP = 192\\.0.2.7",
    "By = Ada",
    "Env zone = b",
    "Jobs = • unit: passed\n• e2e: failed\n• lint",
    "Tags = a, b",
  ]);
});

test("a long list says how many of its items aren't shown", () => {
  const files = Array.from({ length: 14 }, (_, index) => ({ path: `src/${index}.ts` }));
  const [field] = cardOf({ title: "x y", files }).fields ?? [];
  expect(field?.value.split("\n")).toHaveLength(11);
  expect(field?.value).toMatch(/\n… and 4 more$/);
});

test.each([
  [
    { event: "epic.created", epic: { name: "New Epic!" }, project: { name: "Harbor" } },
    "[Harbor] Epic created: New Epic!",
  ],
  [{ action: "created", object_type: "Page", data: { title: "Tides" } }, "Page created: Tides"],
  [{ eventType: "LAMP_REPLACED", lamp: { label: "Quay 3" } }, "Lamp replaced: Quay 3"],
  [{ event: { class: "OCP\\Files\\NodeCreatedEvent", node: { path: "/a.txt" } } }, "Node created: /a.txt"],
  [{ type: "server", title: "Lamp 4 is out of order" }, "Lamp 4 is out of order"],
  [{ trigger: "assessment:drifted", message: "Drift Detected", workspace_name: "quay" }, "Drift Detected: quay"],
  [
    { repository: { full_name: "harbor/lamps", name: "lamps" }, message: "Replace lamp 4" },
    "[harbor/lamps] Replace lamp 4",
  ],
  [{ "order[name]": "Lamp 4", event_name: "order_paid" }, "Paid · Order: Lamp 4"],
  [{ payload: '{"event": "lamp.broken", "name": "Quay 3"}' }, "Broken · Lamp: Quay 3"],
])("%j says what happened to what", (payload, title) => {
  expect(cardOf(payload).title).toBe(title);
});

test.each([
  [{ title: "Backup", success: true }, "OK", "good"],
  [{ title: "Backup", success: false }, "Failed", "bad"],
  [{ title: "Probe", http_status: 503 }, "HTTP 503", "bad"],
  [{ title: "Build", status: "completed", conclusion: "failure" }, "Failure", "bad"],
  [{ event_data: { event_type: "INCIDENT_OPEN", name: "Tide" } }, "Open", "bad"],
  [{ event: "alert.resolved", alert: { name: "Tide", severity: "critical" } }, "Resolved", "good"],
  [{ title: "Tide", status: { name: "Failed", id: 3 } }, "Failed", "bad"],
] as const)("%j is in the state %s", (payload, state, tone) => {
  const card = cardOf(payload);
  expect(card.card?.state).toEqual({ word: state, tone, open: false });
  expect(card.color).toBe(tones[tone]);
  expect(card.fields?.some(({ name }) => name === "State") ?? false).toBe(false);
});

test("the link is the event's, not that of its author or interface, or else the project's", () => {
  const beside = {
    sender: { html_url: "https://example.com/ada" },
    project: { url: "https://example.com/harbor" },
    api_url: "https://example.com/api/v1/lamps/4",
    avatar_url: "https://example.com/ada.png",
  };
  const { project, ...others } = beside;
  expect(cardOf({ title: "x", ...others }).url).toBeUndefined();
  const inProject = cardOf({ title: "x", ...others, project });
  expect(inProject.url).toBe("https://example.com/harbor");
  expect(JSON.stringify(inProject.fields)).not.toContain("harbor");
  const lamp = { name: "Lamp 4", web_url: "https://example.com/lamps/4" };
  expect(cardOf({ event: "lamp.broken", lamp, ...beside }).url).toBe("https://example.com/lamps/4");
});

test("numbers that JavaScript would round stay exact", () => {
  const [field] = cardOf({ title: "Order", state: "paid", reference_code: "8204914239834923001" }).fields ?? [];
  expect(field).toMatchObject({ name: "Reference code", value: "8204914239834923001" });
});

test("a list of one object becomes that object, and of any other list the items are shown", () => {
  expect(cardOf([{ title: "One" }]).title).toBe("One");
  expect(cardOf([1, 2])).toMatchObject({ title: "1", fields: [{ name: "Items", value: "1, 2" }] });
});

test("links of other schemes aren't links", () => {
  const embed = cardOf({ title: "x", url: "javascript:alert(1)", link: "data:text/html,x" });
  expect(embed.url).toBeUndefined();
  expect(JSON.stringify(embed)).not.toMatch(/\]\((javascript|data):/);
});

test("keys named like inherited properties are ordinary keys", () => {
  const payload = JSON.parse('{"__proto__":{"title":"no"},"constructor":"c","toString":"t","title":{"length":1}}');
  expect(cardOf(payload)).toMatchObject({
    title: "no",
    fields: [{ name: "Constructor" }, { name: "To string" }, { name: "Title length" }],
  });
  expect(cardOf(JSON.parse('{"__proto__":1}'))).toMatchObject({ title: "Proto: 1" });
});

test("the longest and deepest payloads fit", () => {
  const hostile: object[] = [
    JSON.parse(`${"[".repeat(130_000)}${"]".repeat(130_000)}`),
    JSON.parse(`${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, "v".repeat(4)])),
    { title: "🪣".repeat(60_000), message: "*".repeat(250_000), tree: ["`".repeat(2_000)] },
    { message: "**x** ".repeat(3_000), tree: [["**bold** [l](https://example.com)\n".repeat(90)], "```\n".repeat(90)] },
    Array(40_000).fill(null),
  ];
  for (const payload of hostile) expect(isBlank(cardOf(payload).title)).toBe(false);
});

test("any JSON object or list becomes a valid card", () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom("title", "message", "url", "status", "time", "text", "name", "__proto__", "constructor", "length"),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.webUrl()),
      fc.array(tie("tree"), { maxLength: 6 }),
      fc.dictionary(names, tie("tree"), { maxKeys: 8 }),
    ),
  }));
  const payloads = fc.oneof(fc.array(tree, { minLength: 1 }), fc.dictionary(names, tree, { minKeys: 1 }));
  fc.assert(
    fc.property(payloads, (payload) => {
      const card = cardOf(JSON.parse(JSON.stringify(payload)));
      expect(isBlank(card.title)).toBe(false);
      expect(card.description ?? "").not.toMatch(/[{}[\]]{2,}"/);
    }),
    { numRuns: 100 },
  );
});

test("plain text is shown literally", () => {
  expect(plainText("disk *full*\n<b>now</b> <@123456789012345678>").content).toBe(
    "disk \\*full\\*\n\\<b\\>now\\</b\\> \\<\\@123456789012345678\\>",
  );
});

test.each([
  [{ event: "upload.completed", summary: { failed: 1, passed: 3 } }, "1 failed", tones.bad],
  [{ event: "upload.completed", summary: { failed: 0, passed: 3 } }, "Completed", tones.good],
  [{ event: "probe.reported", device_name: "buoy-3", battery_level: 14.5 }, undefined, undefined],
  [{ event: "mail.opened", delivery_status: "pending" }, undefined, tones.progress],
  [{ event: "phone_number.closed", name: "Front desk" }, undefined, tones.none],
  [{ event: "ticket.closed", subject: "Lamp" }, "Closed", tones.good],
  [{ site: "quay", code: 301, message: "The site is down" }, "Down", tones.bad],
  [{ event: "renewal", period_type: "NORMAL" }, undefined, undefined],
])("the state of %j is %j", (payload, state, tone) => {
  const embed = cardOf(payload);
  expect(embed.color).toBe(tone);
  expect(embed.card?.state?.word).toBe(state);
});

test.each([
  [{ event: "object.created", bucketName: "backups", objectName: "db.sql" }, "Object created: db.sql"],
  [{ event: "entry.published", title: { "en-US": "Hello", de: "Hallo" } }, "Published · Entry: Hello"],
  [
    { type: "person.joined", person: { first_name: "Ada", last_name: "Lind", title: "Captain" } },
    "Person joined by Ada Lind",
  ],
  [{ status: "critical", host: "web-3", service: "disk", message: "91 % used" }, "[web-3] Critical: disk: 91 % used"],
  [{ event: "build.finished", build: { number: 12 }, pipeline: { slug: "lamps" } }, "Finished · Build: lamps #12"],
  [{ event: "lamp_v2.lamp_broken_v2", name: "Lamp 4" }, "Broken · Lamp: Lamp 4"],
])("the title of %j is %j", (payload, title) => {
  expect(cardOf(payload).title).toBe(title);
});

test("what only programs read isn't a field, and times are readable", () => {
  const payload = {
    event: "lamp.broken",
    name: "Lamp 4",
    object_type: "webhook_event",
    resource: "arn:aws:sns:eu:1:a",
    is_public: true,
    retries: 0,
    address: "/api/lamps/4",
    mac: "0a:1b:2c:3d:4e:5f",
    lit_start: 1_795_000_000_000,
    color_name: "amber",
  };
  expect(cardOf(payload).fields?.map(({ name }) => name)).toEqual(["Color name"]);
});

test.each([
  [{ project: "shop", environment: "production", host: "web-3", title: "Slow" }, ["shop", "production"], ["Host"]],
  [{ repository: { full_name: "harbor/lamps", name: "lamps" }, title: "Slow" }, ["harbor/lamps"], []],
  [{ title: "Slow on web-3", host: "web-3" }, undefined, []],
  [{ title: "Slow", project: 12, service: "$SERVICE", region: "unknown" }, undefined, ["Project", "Service"]],
])("the places of %j are %j, and no facts too", (payload, place, fields) => {
  const { card, fields: shown = [] } = cardOf(payload);
  expect(card?.place).toEqual(place);
  expect(shown.map(({ name }) => name)).toEqual(fields);
});

test("only a card that later ones update can be open, and only if it's bad", () => {
  const state = (payload: object, isUpdated: boolean) =>
    plainCard(payload, plainBudget(), { isUpdated }).embeds[0]?.card?.state;
  const failed = { job: "Nightly backup", status: "failed" };
  expect(state(failed, false)).toEqual({ word: "Failed", tone: "bad", open: false });
  expect(state(failed, true)).toEqual({ word: "Failed", tone: "bad", open: true });
  expect(state({ ...failed, status: "succeeded" }, true)).toEqual({ word: "Succeeded", tone: "good", open: false });
  // How severe it is says no state, but it's open until it's over.
  expect(state({ title: "Disk full", severity: "critical" }, false)).toBeUndefined();
  expect(state({ title: "Disk full", severity: "critical" }, true)).toEqual({ word: "Open", tone: "bad", open: true });
});

test("a state that a sentence says already is only its tone", () => {
  const card = cardOf({ title: "The backup failed after 3 s", status: "failed" });
  expect([card.card?.state, card.color]).toEqual([undefined, tones.bad]);
  expect(cardOf({ title: "Backup failed", status: "failed" }).title).toBe("Failed: Backup");
});
