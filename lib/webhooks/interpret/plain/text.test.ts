import fc from "fast-check";
import { expect, test } from "vitest";
import { bomb } from "@/lib/testing/bomb";
import { expectEffort } from "@/lib/testing/effort";
import { Budget } from "@/lib/text/budget";
import { plainCard } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { TEXT_BUDGET } from "@/lib/webhooks/interpret/plain/structure";
import { objectOfText } from "@/lib/webhooks/interpret/plain/text";

const read = (text: string) => objectOfText(text, new Budget(TEXT_BUDGET));

test.each([
  [
    "XML",
    '<?xml version="1.0"?><build><name>lamps</name><status>failed</status><url>https://ci.example.com/1</url><changes><change>Fix</change><change>More</change></changes></build>',
    { title: "Failed: lamps", url: "https://ci.example.com/1", fields: [{ name: "Build changes" }] },
  ],
  [
    "XML with attributes and a namespace",
    '<a:alert xmlns:a="urn:x" id="7"><host>web-3</host><severity>critical</severity><message>Disk &amp; more</message></a:alert>',
    { title: "[web-3] Disk & more", card: { place: ["web-3"], severity: "critical" } },
  ],
  [
    "YAML",
    "---\nevent: deploy.finished\nservice:\n  name: payments\nstatus: success\nsteps:\n  - name: build\n    state: ok\n  - name: test\n    state: ok\n",
    { title: "[payments] Success: Deploy finished", fields: [{ value: "• build: ok\n• test: ok" }] },
  ],
  [
    "labelled lines",
    "Notification Type: PROBLEM\nHost: web-3\nService: disk\nState: CRITICAL\n\nDISK CRITICAL - 91 % used",
    { title: "[web-3] DISK CRITICAL - 91 % used" },
  ],
  [
    "pairs",
    'time=2026-11-27T09:00:00Z level=error msg="Disk is \\"full\\"" host=web-3',
    { title: '[web-3] Error: Disk is "full"', timestamp: "2026-11-27T09:00:00.000Z" },
  ],
  [
    "CSV with a header",
    'host,check,state\nweb-3,"disk, root",CRITICAL\nweb-4,disk,OK',
    { fields: [{ name: "Items", value: "• web-3: CRITICAL\n• web-4: OK" }] },
  ],
  ["a CSV line", "2026-11-27T09:00:00Z,web-3,disk,CRITICAL,91%", { title: "Critical: web-3 · disk · 91%" }],
  ["a level and a text", "CRITICAL: Disk is full\nonly 2 GB left", { title: "Critical: Disk is full" }],
  ["a level in brackets", "[warning] Queue is long", { title: "Warning: Queue is long" }],
])("%s becomes a card", (_, text, card) => {
  const payload = read(text);
  expect(payload).not.toBeNull();
  expect(plainCard(payload ?? {}, plainBudget()).embeds).toMatchObject([card]);
});

test.each([
  "Deploy done at 10:30, all good; see https://example.com",
  "Hello, world\nThis is: a text\nfoo",
  "Dear all,\nnote: tomorrow is off\nBye",
  "3 files changed, 2 insertions, 1 deletion",
  "OK",
  "<html><body>hi</body></html>",
  "<b>bold</b>",
  '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
  "x < 3 and y > 4",
])("%j stays text", (text) => {
  expect(read(text)).toBeNull();
});

test("any text is read without an error", () => {
  const part = fc.constantFrom(
    "<a>",
    "</a>",
    "a: b",
    "\n",
    "  ",
    "- ",
    ",",
    ";",
    '"',
    "=",
    "k=v ",
    "[",
    "]",
    "{",
    "---\n",
    "ERROR: ",
    "é",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 60 }).map((parts) => parts.join("")),
      ),
      (text) => {
        const payload = read(text);
        if (payload) expect(plainCard(payload, plainBudget()).embeds[0]?.title).not.toBe("");
      },
    ),
  );
});

const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join("\n");
const wide = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join("");

// In units of about 10 ms.
const MOST_EFFORT = 3;

test.each([
  ["YAML with aliases of aliases", bomb()],
  ["YAML with aliases of aliases after ?", bomb("? ")],
  ["a list of 16,000 items in YAML", `---\n[${"x,".repeat(16_000)}]`],
  ["deep YAML", `---\n${"[".repeat(15_000)}`],
  ["merge keys", `---\n${wide(600, (index) => `k${index}:\n  <<: {a: 1}\n`)}`],
  ["a document type that is begun again and again", `<?xml version="1.0"?>${"<!DOCTYPE".repeat(3_600)}`],
  ["document types", `<?xml version="1.0"?>${"<!DOCTYPE a>".repeat(2_700)}<a/>`],
  ["deep XML", "<x>".repeat(10_900)],
  ["deep XML that ends", `${"<x>".repeat(4_600)}${"</x>".repeat(4_600)}`],
  ["10,000 elements", `<x>${"<y/>".repeat(8_000)}</x>`],
  ["thousands of attributes", `<x ${wide(2_000, (index) => ` k${index}=''`)}/>`],
  ["an error at every character", `<x>${"&".repeat(32_000)}</x>`],
  [
    "thousands of cells",
    rows(
      200,
      wide(30, (index) => `c${index},`),
    ),
  ],
  ["cells of nothing", rows(200, ",".repeat(150))],
  ["a row of open quotes", rows(8, `a,${'"b,'.repeat(1_000)}`)],
  ["a pair and a long word", `a=1 ${"b".repeat(3_990)}`],
  ["pairs with open quotes", `a=1 ${'b="'.repeat(1_330)}`],
  ["pairs with commas", `a=1 ${"b=,,,,,".repeat(500)}`],
  ["a title of dashes", `x ${"-".repeat(3_900)} y\na: b\nc: d\ne: f`],
  ["labels without a value", rows(200, `a:${" ".repeat(150)}`)],
  ["levels without a text", `ERROR:${" ".repeat(3_900)}`],
])("%s takes little effort and makes nothing large", (_, text) => {
  const made = JSON.stringify(read(text)) ?? "";
  expect(made.length).toBeLessThan(20 * text.length);
  expectEffort(() => read(text), MOST_EFFORT);
});

test("a text isn't read beyond its budget", () => {
  const within = (nodes: number, depth: number, text: string) =>
    objectOfText(text, new Budget({ nodes, depth, characters: 1_000 }));
  const texts = [
    "---\na: {b: {c: d}}",
    "<x><a><b>c</b></a><d/></x>",
    "a,b,c\n1,2,3",
    "a=1 b=2 c=3",
    "Host: a\nState: b",
  ];
  for (const text of texts) {
    expect(within(100, 10, text)).not.toBeNull();
    expect(within(1, 10, text)).toBeNull();
    expect(within(100, 10, `${text}${" ".repeat(1_000)}`)).toBeNull();
  }
  for (const text of texts.slice(0, 2)) expect(within(100, 2, text)).toBeNull();
});
