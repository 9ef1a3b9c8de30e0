import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget } from "@/lib/budget";
import { plainCard } from "@/lib/webhooks/senders/plain/card";
import { TEXT_BUDGET } from "@/lib/webhooks/senders/plain/structure";
import { objectOfText } from "@/lib/webhooks/senders/plain/text";

const read = (text: string) => objectOfText(text, new Budget(TEXT_BUDGET));

test.each([
  [
    "XML",
    '<?xml version="1.0"?><build><name>lamps</name><status>failed</status><url>https://ci.example.com/1</url><changes><change>Fix</change><change>More</change></changes></build>',
    { title: "lamps", state: "failed", url: "https://ci.example.com/1", fields: [{}, { name: "Build changes" }] },
  ],
  [
    "XML with attributes and a namespace",
    '<a:alert xmlns:a="urn:x" id="7"><host>web-3</host><severity>critical</severity><message>Disk &amp; more</message></a:alert>',
    { title: "web-3: Disk & more", state: "critical" },
  ],
  [
    "YAML",
    "---\nevent: deploy.finished\nservice:\n  name: payments\nstatus: success\nsteps:\n  - name: build\n    state: ok\n  - name: test\n    state: ok\n",
    { title: "Deploy finished: payments", state: "success", fields: [{}, { value: "• build: ok\n• test: ok" }] },
  ],
  [
    "labelled lines",
    "Notification Type: PROBLEM\nHost: web-3\nService: disk\nState: CRITICAL\n\nDISK CRITICAL - 91 % used",
    { title: "disk on web-3: DISK CRITICAL - 91 % used", state: "CRITICAL" },
  ],
  [
    "pairs",
    'time=2026-11-27T09:00:00Z level=error msg="Disk is \\"full\\"" host=web-3',
    { title: 'web-3: Disk is "full"', state: "error", timestamp: "2026-11-27T09:00:00.000Z" },
  ],
  [
    "CSV with a header",
    'host,check,state\nweb-3,"disk, root",CRITICAL\nweb-4,disk,OK',
    { fields: [{ name: "Items", value: "• web-3: CRITICAL\n• web-4: OK" }] },
  ],
  ["a CSV line", "2026-11-27T09:00:00Z,web-3,disk,CRITICAL,91%", { title: "web-3 · disk · 91%", state: "CRITICAL" }],
  ["a level and a text", "CRITICAL: Disk is full\nonly 2 GB left", { title: "Disk is full", state: "CRITICAL" }],
  ["a level in brackets", "[warning] Queue is long", { title: "Queue is long", state: "warning" }],
])("%s becomes a card", (_, text, card) => {
  const payload = read(text);
  expect(payload).not.toBeNull();
  expect(plainCard(payload ?? {}).embeds).toMatchObject([card]);
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
        if (payload) expect(plainCard(payload).embeds[0]?.title).not.toBe("");
      },
    ),
  );
});
