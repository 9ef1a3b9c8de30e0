import { objectOfText } from "@/lib/webhooks/senders/plain/text";
import { plainCard } from "@/lib/webhooks/senders/plain/card";
const texts = [
 `<?xml version="1.0"?><build xmlns="x"><name>lamps</name><status>failed</status><url>https://ci.example.com/1</url><changes><change author="ada">Fix</change><change author="bo">More</change></changes></build>`,
 `<alert id="7"><host>web-3</host><severity>critical</severity><message>Disk is full</message></alert>`,
 `<html><body>hi</body></html>`,
 `---\nevent: deploy.finished\nservice:\n  name: payments\n  version: 1.4.2\nstatus: success\nsteps:\n  - name: build\n    state: ok\n  - name: test\n    state: ok\n`,
 `Host: web-3\nService: disk\nState: CRITICAL\nInfo: DISK CRITICAL - 91% used`,
 `***** Nagios *****\n\nNotification Type: PROBLEM\n\nService: HTTP\nHost: web-3\nAddress: 10.0.0.3\nState: CRITICAL\n\nDate/Time: Fri Nov 27 09:00:00 UTC 2026\n\nAdditional Info:\n\nConnection refused`,
 `time=2026-11-27T09:00:00Z level=error msg="Disk is full" host=web-3 used=91%`,
 `host,check,state,value\nweb-3,disk,CRITICAL,91%\nweb-4,disk,OK,20%`,
 `2026-11-27T09:00:00Z,web-3,disk,CRITICAL,91%`,
 `CRITICAL: Disk is full on web-3`,
 `[warning] Queue is long\nmore lines\nhere`,
 `Hello, world\nThis is: a text\nfoo`,
 `Deploy done at 10:30, all good; see https://example.com`,
 `Dear all,\nnote: tomorrow is off\nBye: Ada`,
 `OK`,
 `3 files changed, 2 insertions, 1 deletion`,
 `a,b`,
];
for (const t of texts) { const o = objectOfText(t); console.log(JSON.stringify(t).slice(0, 60), "\n  =>", o && JSON.stringify(o).slice(0, 300)); if (o) { const [e] = plainCard(o).embeds; console.log("  ", e?.title, "|", e?.state, "|", e?.color?.toString(16), "|", e?.url, "|", e?.description, "|", (e?.fields ?? []).map((f) => `${f.name}: ${f.value}`).join("; ")); } }
for (const [n, t] of Object.entries({ deep: "<a>".repeat(16000), deepyaml: "---\n" + "[".repeat(8000), yamlnest: Array.from({ length: 300 }, (_, i) => " ".repeat(i) + "a:").join("\n"), manyel: "<r>" + "<a/>".repeat(13000) + "</r>", csv: Array.from({ length: 200 }, () => "a,".repeat(150)).join("\n"), pairs: "a=" + "b ".repeat(1900), quotes: 'a="' + '\\"'.repeat(1900), colon: "a: b\n".repeat(10000), attrs: "<a " + Array.from({ length: 5000 }, (_, i) => `k${i}="v"`).join(" ") + "/>" })) { const t0 = performance.now(); const o = objectOfText(t); console.log(n, t.length, (performance.now() - t0).toFixed(1), o === null ? "null" : "object"); }
process.exit(0);
