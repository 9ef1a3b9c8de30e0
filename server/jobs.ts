import { setTimeout as sleep } from "node:timers/promises";
import { digestJob } from "@/lib/attention/digest/mail-digests";
import { keywordsJob } from "@/lib/attention/keywords/match-keywords";
import { pushesJob } from "@/lib/attention/push/deliver-pushes";
import { oldSignInsJob } from "@/lib/audit/sign-ins";
import { type HintJob, keepUp } from "@/lib/events/keep-up";
import { unusedFilesJob } from "@/lib/files/uploads/sweep-files";
import { oldOutagesJob } from "@/lib/messages/incidents/history";
import { reminderJob } from "@/lib/messages/later/remind";
import { linesJob } from "@/lib/messages/post/post-lines";
import { oldKeysJob } from "@/lib/messages/post/post-messages";
import { oldStormsJob } from "@/lib/messages/post/post-storm";
import { oldUpdateKeysJob } from "@/lib/messages/post/update-by-key";
import { oldPreviewsJob } from "@/lib/messages/previews/find-page";
import { sendScheduledJob } from "@/lib/messages/scheduled/send-scheduled";
import { indexJob } from "@/lib/messages/search/index-messages";
import { reindexJob } from "@/lib/messages/search/reindex";
import { wordListJob } from "@/lib/messages/search/tend-word-list";
import { oldThingsJob } from "@/lib/messages/things/forget-things";
import { importDirectoriesJob } from "@/lib/moving/import/directories";
import { sendingsJob } from "@/lib/network/sendings";
import { disksJob } from "@/lib/operation/health/watch-disks";
import { heartbeatJob } from "@/lib/operation/instances/heartbeat";
import { recordJobs } from "@/lib/operation/jobs/record-jobs";
import { emptyChannelsJob } from "@/lib/operation/retention/empty-channels";
import { erasePeopleJob } from "@/lib/operation/retention/erase-people";
import { expireMessagesJob } from "@/lib/operation/retention/expire-messages";
import { missedStepsJob } from "@/lib/people/two-step/steps";
import { repeat, type TimedJob } from "@/lib/process/repeat";
import { convertCardsJob } from "@/lib/webhooks/convert-cards";
import { convertSkipsJob } from "@/lib/webhooks/convert-skips";
import { oldDeliveriesJob } from "@/lib/webhooks/deliveries/write-deliveries";
import { offerOneLineJob } from "@/lib/webhooks/offer-one-line";
import { silenceJob } from "@/lib/webhooks/silence";
import { backUpJob, backUpNoticesJob } from "@/server/scheduled-backups";

/** What a server does on its own, in the order in which it starts. The Health page shows each one's last run. */
export const JOBS: readonly (TimedJob | HintJob)[] = [
  heartbeatJob,
  disksJob,
  indexJob,
  keywordsJob,
  linesJob,
  pushesJob(),
  sendingsJob,
  sendScheduledJob,
  reminderJob,
  digestJob,
  silenceJob,
  missedStepsJob,
  oldKeysJob,
  oldUpdateKeysJob,
  oldThingsJob,
  oldStormsJob,
  oldOutagesJob,
  convertCardsJob,
  convertSkipsJob,
  offerOneLineJob,
  oldDeliveriesJob,
  oldPreviewsJob,
  oldSignInsJob,
  importDirectoriesJob,
  unusedFilesJob,
  expireMessagesJob,
  emptyChannelsJob,
  erasePeopleJob,
  wordListJob,
  reindexJob,
  backUpJob,
  backUpNoticesJob,
];

// Their first runs prepare their statements, for which requests would wait if all began at once.
const APART_MS = 20;

/** Starts the jobs that the settings ask for, one after another while `goOn` returns true, and records their runs. Never rejects. */
export async function startJobs(goOn: () => boolean): Promise<void> {
  recordJobs();
  for (const job of JOBS.filter(({ isWanted }) => isWanted?.() ?? true)) {
    await sleep(APART_MS);
    if (!goOn()) return;
    if ("wakes" in job) keepUp(job);
    else repeat(job);
  }
}
