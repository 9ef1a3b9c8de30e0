import { forwardedProtocol } from "@/lib/network/request-address";
import { reasonOf } from "@/lib/text/errors";
import { openedAs } from "@/lib/web/dto";
import { ask, jsonOf, secondsText } from "@/server/doctor/ask";
import { clockFinding } from "@/server/doctor/database";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";
import { type LaneReport, QUIET_HEADER, STREAM_PAUSE_MS } from "@/server/doctor/lane";

const MIB = 2 ** 20;
// Addresses for documentation, which no one has.
const MADE_UP = "192.0.2.1";

/** Checks that this server reaches Parley at its public address. `local` is Parley's own address. */
export async function checkReachable(baseUrl: string, local: string): Promise<Finding> {
  const answered = await ask(`${baseUrl}/api/health`).catch((error: unknown) => reasonOf(error));
  if (typeof answered === "string")
    return fail(`${baseUrl} can't be reached: ${answered}.`, remedyFor(answered, local));
  const { statusCode = 0, headers } = answered.answer;
  const health = await jsonOf<{ status?: string; version?: string }>(answered);
  if (statusCode >= 300 && statusCode < 400) {
    return fail(`${baseUrl} redirects to ${headers.location}.`, "Set BASE_URL to the address that people end up at.");
  }
  if (statusCode === 502 || statusCode === 503 || statusCode === 504) {
    return fail(
      `The proxy at ${baseUrl} answers ${statusCode}: it doesn't reach Parley.`,
      `Make it pass requests to ${local}.`,
    );
  }
  if (statusCode !== 200 || health?.status !== "ok") {
    return fail(
      `Something other than Parley answers at ${baseUrl} (status ${statusCode}).`,
      `Correct BASE_URL, or make the proxy pass all paths to ${local}.`,
    );
  }
  return ok(`${baseUrl} is reachable.`);
}

function remedyFor(reason: string, local: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return "Create a DNS record for this name, or correct BASE_URL.";
  if (/ECONNREFUSED/.test(reason)) return `Start the proxy, and make it pass requests to ${local}.`;
  if (/certificate|self.signed|CERT/i.test(reason)) {
    return "Renew the proxy's certificate. If it's from your own authority, set NODE_EXTRA_CA_CERTS to its file.";
  }
  return "Open the port in the firewall. If only this server can't reach it, add the name to /etc/hosts.";
}

/** Asks the Parley at the public address what it saw, or returns the finding that it isn't this install's. */
export async function askSeen(
  baseUrl: string,
): Promise<{ seen: LaneReport; from: string; date: string | null } | Finding> {
  const headers = { origin: new URL(baseUrl).origin, "x-forwarded-for": MADE_UP };
  const answered = await ask(`${baseUrl}/api/health`, { purpose: "seen", headers });
  const seen = await jsonOf<LaneReport>(answered);
  if (seen?.peer === undefined) {
    return fail(
      `The Parley at ${baseUrl} doesn't know this install's secret.`,
      "Run this with the same NEXTAUTH_SECRET and DATA_DIR as the server. Otherwise BASE_URL leads to another Parley.",
    );
  }
  return { seen, from: answered.from, date: answered.answer.headers.date ?? null };
}

/** Compares BASE_URL with what Parley sees of a browser's request: its Host, Origin and protocol. */
export function checkHost(
  baseUrl: string,
  { baseUrl: theirs, host, forwardedProto, origin, accepts, peer }: LaneReport,
  from: string,
): Finding[] {
  const { host: expected, protocol, origin: ours } = new URL(baseUrl);
  const isProxied = peer !== from;
  const findings: Finding[] = [];
  if (theirs !== baseUrl) {
    findings.push(
      fail(
        `The running Parley has ${theirs === null ? "no BASE_URL" : `the BASE_URL ${theirs}`}, and here it's ${baseUrl}.`,
        "Use the same environment for both, and restart Parley after a change.",
      ),
    );
  }
  if (accepts === false && origin === ours) {
    findings.push(
      fail(
        `Browsers send Host: ${expected}, but Parley gets ${host ?? "none"}, so forms fail.`,
        "Pass the header on. In nginx: proxy_set_header Host $http_host;",
      ),
    );
  }
  if (origin !== ours) {
    findings.push(
      fail(
        `Browsers send Origin: ${ours}, but Parley gets ${origin ?? "none"}, so it can't tell its own pages from others.`,
        "Pass the header Origin on unchanged.",
      ),
    );
  }
  const said = forwardedProtocol(() => forwardedProto);
  if (isProxied && protocol === "https:" && said !== "https") {
    findings.push(
      warn(
        `Browsers use https, but the proxy says ${said ?? "nothing"} about it.`,
        "Send the header. In nginx: proxy_set_header X-Forwarded-Proto $scheme;",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("Parley gets what browsers send.")];
}

/** Names the addresses at which people opened Parley and couldn't sign in. */
export function checkOpenedAs({ baseUrl, wrongAddresses = [] }: LaneReport): Finding[] {
  return wrongAddresses.map((origin) =>
    warn(
      `A page was ${openedAs(origin, baseUrl)}. No one can sign in there.`,
      `If that was Parley: ${baseUrl === null ? `set BASE_URL=${origin}` : `open it at ${baseUrl}`}. In nginx: proxy_set_header Host $http_host;`,
    ),
  );
}

/** Checks that Parley knows the address of each client, by which sign-in attempts are limited. */
export function checkClientAddress({ forwardedFor, peer, trustedProxies }: LaneReport, from: string): Finding {
  if (peer === from) return ok("There is no proxy in front of Parley.");
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const added = hops[0] === MADE_UP ? hops.slice(1) : hops.filter((hop) => hop !== "");
  const append = "In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
  if (forwardedFor === null) {
    return fail("The proxy doesn't send X-Forwarded-For, so everyone shares one limit on sign-ins.", append);
  }
  if (added.length === 0) {
    return fail("The proxy passes on X-Forwarded-For as clients send it, so they can fake their address.", append);
  }
  if (trustedProxies > added.length) {
    return fail(
      `Parley trusts ${trustedProxies} proxies but is behind ${added.length}, so clients can fake their address.`,
      `Set TRUSTED_PROXIES=${added.length}.`,
    );
  }
  if (trustedProxies < added.length) {
    return fail(
      `Parley trusts ${trustedProxies} of ${added.length} proxies, so everyone behind the others shares one limit on sign-ins.`,
      `Set TRUSTED_PROXIES=${added.length}.`,
    );
  }
  return ok(
    `Parley knows its clients' addresses behind ${added.length === 1 ? "one proxy" : `${added.length} proxies`}.`,
  );
}

/** Compares the clock of whatever answers at the public address with ours. `date` is the answer's header. */
export function checkHttpClock(date: string | null, now = Date.now()): Finding {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return ok("The proxy sends no Date to compare with.");
  // The header has whole seconds, rounded down.
  return clockFinding((time + 500 - now) / 1_000, "The clock at BASE_URL");
}

/** Checks that the first event of a stream arrives before the second one is sent. */
export async function checkStream(baseUrl: string): Promise<Finding> {
  const began = performance.now();
  const fix = "Turn buffering off for /api/events. In nginx: proxy_buffering off;";
  const { answer } = await ask(`${baseUrl}/api/events`, {
    purpose: "stream",
    headers: { accept: "text/event-stream" },
  });
  for await (const chunk of answer.setEncoding("utf8")) {
    const milliseconds = Math.round(performance.now() - began);
    const isFirst = String(chunk).includes("first");
    answer.destroy();
    if (isFirst && milliseconds < STREAM_PAUSE_MS - 200) return ok(`Events arrive after ${milliseconds} ms.`);
    return fail("The proxy buffers event streams, so messages don't appear live.", fix);
  }
  return fail("The proxy ends event streams before an event arrives, so messages don't appear live.", fix);
}

// Streams are silent for up to 20 seconds, and for a little longer on a busy machine.
const QUIET_MS = 25_000;

/** Checks that the proxy doesn't end a stream that is silent for longer than Parley's are. */
export async function checkQuiet(baseUrl: string, quietMs = QUIET_MS): Promise<Finding> {
  const began = performance.now();
  const heard = await hear(baseUrl, quietMs);
  if (heard.includes("last")) return ok(`A stream that is silent for ${secondsText(quietMs)} stays open.`);
  return fail(
    `The proxy ends a stream that is silent for ${secondsText(performance.now() - began)}, and Parley's are silent for 20, so messages appear late.`,
    "Let it wait at least 60 seconds for /api/events. In nginx: proxy_read_timeout 75s;",
  );
}

/** Returns what arrives of a stream that is silent for so long after its first event, however the proxy ends it. */
async function hear(baseUrl: string, quietMs: number): Promise<string> {
  const headers = { accept: "text/event-stream", [QUIET_HEADER]: `${quietMs}` };
  let heard = "";
  try {
    const { answer } = await ask(`${baseUrl}/api/events`, { purpose: "quiet", headers, patience: quietMs + 15_000 });
    for await (const chunk of answer.setEncoding("utf8")) heard += String(chunk);
  } catch {
    // The connection was closed in the middle.
  }
  return heard;
}

const SIZES = [64, 32, 16, 8, 4, 2];

/** Checks that uploads of 101 MiB pass, and finds out what does if they don't. */
export async function checkBodies(baseUrl: string, largest = 101): Promise<Finding> {
  const refused = await refusalOf(baseUrl, largest);
  if (refused === null) return ok(`Uploads of ${largest} MiB pass.`);
  let passing = 1;
  for (const size of SIZES) {
    if ((await refusalOf(baseUrl, size)) !== null) continue;
    passing = size;
    break;
  }
  return fail(
    `The proxy refuses uploads of ${largest} MiB (${refused}); ${passing > 1 ? `${passing} MiB pass` : "not even 2 MiB pass"}.`,
    `Allow ${largest} MiB under /api/. In nginx: client_max_body_size ${largest}m;`,
  );
}

async function refusalOf(baseUrl: string, mebibytes: number): Promise<string | null> {
  const bytes = mebibytes * MIB;
  try {
    const answered = await ask(`${baseUrl}/api/channels/0/messages`, { method: "POST", purpose: "body", bytes });
    const { statusCode } = answered.answer;
    const counted = await jsonOf<{ bytes?: number }>(answered);
    if (statusCode !== 200) return `status ${statusCode}`;
    return counted?.bytes === bytes ? null : `only ${counted?.bytes ?? 0} bytes arrived`;
  } catch (error) {
    return reasonOf(error);
  }
}
