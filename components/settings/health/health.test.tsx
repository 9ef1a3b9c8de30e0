import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HEALTH_PARTS, type HealthDto, type HealthFinding, type JobDto } from "@/lib/operation/health/dto";
import { Health } from "./health";
import { everyText, tookText } from "./jobs";

const fine: HealthFinding = { state: "ok", summary: "All is well.", facts: [], advice: null };
const job: JobDto = {
  name: "tidy",
  label: "Tidy up",
  everyMs: 3_600_000,
  state: "succeeded",
  last: {
    beganAt: "2026-11-20T09:00:00Z",
    endedAt: "2026-11-20T09:00:01Z",
    tookMs: 1_000,
    instance: "web-1 (process 7)",
  },
  error: null,
  succeededAt: null,
  nextAt: "2026-11-20T10:00:00Z",
};
const instance = {
  id: "1",
  host: "web-1",
  pid: 7,
  version: "0.2.0",
  startedAt: job.nextAt,
  seenAt: job.nextAt,
  streams: 4,
};

function text(changes: Partial<HealthDto> & { finding?: Partial<HealthFinding> }): string {
  const findings = Object.fromEntries(HEALTH_PARTS.map((part) => [part, fine])) as HealthDto["findings"];
  const rendered: HealthDto = {
    checkedAt: "2026-11-20T09:30:00Z",
    jobs: [job],
    instances: [{ ...instance, isThis: true, responds: true }],
    ...changes,
    findings: { ...findings, disk: { ...fine, ...changes.finding } },
  };
  const act = async () => ({ ok: true, data: null }) as const;
  return renderToStaticMarkup(<Health rendered={rendered} actions={{ backUpNow: act, sendTestMail: act }} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

test("the page says in words how each part is doing, and how many need attention", () => {
  expect(text({})).toMatch(/Everything is fine\..* Parley OK All is well\./);
  const advice = "Free some space.";
  expect(text({ finding: { state: "attention", summary: "The disk is almost full.", advice } })).toMatch(
    /1 thing needs attention\..*Disk Needs attention The disk is almost full\. Free some space\./,
  );
  expect(text({ finding: { state: "unreadable", summary: "This couldn't be read." } })).toMatch(
    /Some of this couldn.*t be read\. Everything else is fine\..*Disk Unknown This couldn.*t be read\./,
  );
  expect(text({ finding: { state: "off" } })).toMatch(/Everything is fine\..*Disk Off/);
});

test("failed and late jobs need attention too", () => {
  const failed: JobDto = { ...job, state: "failed", error: "The disk is full.", succeededAt: job.nextAt };
  const said = text({ jobs: [failed, { ...job, name: "late", state: "late" }, { ...job, name: "fine" }] });
  expect(said).toContain("2 things need attention.");
  expect(said).toMatch(/Tidy up The disk is full\. Last success:.*Failed .*, took 1\.0 s/);
  expect(said).toMatch(/It should have run by now\..*Deferred/);
});

test("with several instances, each job names the one that ran it", () => {
  expect(text({})).not.toContain("on web-1 (process 7)");
  const two = [
    { ...instance, isThis: true, responds: true },
    { ...instance, id: "2", host: "web-2", isThis: false, responds: false },
  ];
  const said = text({ instances: two });
  expect(said).toContain("on web-1 (process 7)");
  expect(said).toMatch(/web-1 process 7, shows this page Running .* web-2 process 7 Not responding/);
});

test("lists that couldn't be read say so", () => {
  const said = text({ jobs: null, instances: null });
  expect(said).toMatch(/The instances couldn.*t be read\..*The jobs couldn.*t be read\./);
});

test("intervals and durations are written in their largest unit", () => {
  expect([20_000, 60_000, 300_000, 3_600_000, 172_800_000].map(everyText)).toEqual([
    "20 seconds",
    "minute",
    "5 minutes",
    "hour",
    "2 days",
  ]);
  expect([12, 3_400, 300_000].map(tookText)).toEqual(["12 ms", "3.4 s", "5 min"]);
});
