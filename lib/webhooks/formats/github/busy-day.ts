import { planMain, planNoise, planRelease } from "@/lib/webhooks/formats/github/busy-builds";
import { type BusyDelivery, Clock } from "@/lib/webhooks/formats/github/busy-clock";
import { planIssue, planPull } from "@/lib/webhooks/formats/github/busy-topics";

const PULLS = 42;
const ISSUES = 10;

/**
 * Returns the deliveries of a day of a busy repository, in their order: 42 pull requests, 10 issues, runs with several
 * attempts, checks, deployments, releases and pushes. The same for the same seed.
 */
export function busyDay(seed = 1): BusyDelivery[] {
  const clock = new Clock(seed);
  for (let number = 1; number <= PULLS; number += 1) planPull(clock, number);
  for (let number = 101; number < 101 + ISSUES; number += 1) planIssue(clock, number);
  for (let index = 0; index < 6; index += 1) planMain(clock, index);
  for (let index = 1; index <= 2; index += 1) planRelease(clock, index);
  planNoise(clock);
  return clock.deliveries();
}
