import pLimit from "p-limit";
import { digestLetter } from "@/lib/attention/digest/digest-letter";
import { type Absent, absentPeople, missedMessages, whoMissed } from "@/lib/attention/digest/missed";
import { stopCode } from "@/lib/attention/digest/subscription";
import { db } from "@/lib/db/client";
import { sendMail } from "@/lib/network/mail/send-mail";
import { env } from "@/lib/process/env";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { paths } from "@/lib/text/paths";

const EVERY_MS = 5 * MINUTE_MS;
// How many people one statement looks up, and how many mails are sent at once.
const PORTION = 200;
const AT_ONCE = 3;
const MOST_ATTEMPTS = 5;

export const digestJob: TimedJob = {
  name: "keep-mailing-digests",
  label: "Email people what they missed",
  every: EVERY_MS,
  later: true,
  work: mailDigests,
  isWanted: () => env.mail !== undefined,
  failure: "missed-message emails weren't sent",
};

/**
 * Emails everyone who has been away for an hour about unread messages for them: one email per absence and each message
 * in only one, across all processes. Retries up to five times if the mail server refuses.
 */
export async function mailDigests(): Promise<void> {
  const limit = pLimit(AT_ONCE);
  for (let after = 0n; ; ) {
    const people = await absentPeople(after, PORTION);
    const last = people.at(-1);
    if (!last) return;
    after = last.id;
    const missed = await whoMissed(people);
    const due = people.filter(({ id }) => missed.has(id));
    await Promise.all(due.map((person) => limit(() => mailTo(person))));
    if (people.length < PORTION) return;
  }
}

async function mailTo(person: Absent): Promise<void> {
  const { mail } = env;
  if (!mail) return;
  const missed = await missedMessages(person);
  const [newest] = missed;
  const letter = await digestLetter(person, missed, mail.baseUrl);
  // The first process to claim it sends it. It counts as sent from then on: if the process stops here, a mail is lost
  // rather than sent twice.
  if (newest === undefined || letter === null || !(await claim(person, newest))) return;
  const stopUrl = mail.baseUrl + paths.api.stopMail(stopCode(person.id));
  const sent = await sendMail({ to: person.email, letter, stopUrl });
  const attempts = person.attempts + 1;
  if (sent !== "failed" || attempts >= MOST_ATTEMPTS) return;
  const tryAt = new Date(Date.now() + EVERY_MS * 4 ** person.attempts);
  const data = { absentSince: null, upTo: person.upTo, attempts, tryAt };
  await db().mailDigest.updateMany({ where: { userId: person.id, upTo: newest }, data });
}

/**
 * Records that someone is emailed in this absence, up to this message. Returns false if that was recorded before or
 * they have unsubscribed.
 */
async function claim({ id, lastSeenAt }: Absent, upTo: bigint): Promise<boolean> {
  const claimed = await db().$queryRaw<unknown[]>`
    INSERT INTO mail_digests AS d (user_id, absent_since, up_to)
    SELECT id, ${lastSeenAt}, ${upTo} FROM users WHERE id = ${id} AND mails_digest AND deactivated_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET absent_since = excluded.absent_since, up_to = excluded.up_to, attempts = 0, try_at = NULL
    WHERE (d.absent_since IS NULL OR d.absent_since < excluded.absent_since) AND (d.try_at IS NULL OR d.try_at <= now())
    RETURNING user_id`;
  return claimed.length === 1;
}
