import pLimit from "p-limit";
import { type Absent, absentPeople, MOST_MISSED, missedMessages, whoMissed } from "@/lib/attention/digest/missed";
import { stopCode } from "@/lib/attention/digest/subscription";
import { channelTitle } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { excerpt } from "@/lib/messages/cards/excerpt";
import { messageSelect, toDtos } from "@/lib/messages/read/to-dto";
import { type Letter, type LetterPart, writeLetter } from "@/lib/network/mail/letter";
import { sendMail } from "@/lib/network/mail/send-mail";
import { workspaceName } from "@/lib/people/create-workspace";
import { env } from "@/lib/process/env";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { oneLine } from "@/lib/text/text";
import { threadPaths } from "@/lib/text/thread-paths";

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
  const stopUrl = mail.baseUrl + signInPaths.stopMailNow(stopCode(person.id));
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

const MOST_SHOWN = 20;
const LONGEST_QUOTE = 300;

/**
 * Returns the email for missed messages, given newest first. It shows the latest twenty, oldest first. Null if all were
 * deleted.
 */
async function digestLetter(
  person: Pick<Absent, "id" | "timeZone">,
  missed: readonly bigint[],
  baseUrl: string,
): Promise<Letter | null> {
  const rows = await db().message.findMany({
    where: { id: { in: missed.slice(0, MOST_SHOWN) }, deletedAt: null },
    orderBy: { id: "asc" },
    select: {
      ...messageSelect,
      channel: { select: { id: true, name: true, kind: true } },
      threadRoot: { select: { id: true, seq: true } },
    },
  });
  if (rows.length === 0) return null;
  const [messages, naming, workspace] = await Promise.all([
    toDtos(rows),
    namesFor(
      person,
      rows.map(({ channel }) => channel),
    ),
    workspaceName(),
  ]);
  const timeOf = clockOf(person.timeZone);
  const quotes = messages.flatMap((message, index): LetterPart[] => {
    const row = rows[index];
    if (!row) return [];
    const { channel, threadRoot } = row;
    const author = oneLine(message.author.name);
    const where = channel.kind === "direct" ? "" : ` in ${channelTitle({ kind: channel.kind, ...naming(channel) })}`;
    const path =
      threadRoot && !row.inChannel
        ? threadPaths.reply(message.channelId, { rootId: threadRoot.id, rootSeq: threadRoot.seq }, message.seq)
        : paths.message(message.channelId, message.seq);
    return [
      {
        quote: excerpt(message, LONGEST_QUOTE),
        title: `${author}${where}`,
        note: timeOf(row.createdAt),
        url: baseUrl + path,
      },
    ];
  });
  const name = workspace ?? "Parley";
  const gone = Math.min(MOST_SHOWN, missed.length) - rows.length;
  const count = missed.length - gone;
  const more = count - rows.length;
  return writeLetter(`${waiting(count, missed.length >= MOST_MISSED)} for you in ${name}`, [
    { text: `Here's what you missed in ${name}:` },
    ...quotes,
    ...(more > 0
      ? [
          {
            text: `Plus ${more}${missed.length >= MOST_MISSED ? " or more" : ""} earlier ${more === 1 ? "message" : "messages"}.`,
          },
        ]
      : []),
    { button: `Open ${name}`, url: `${baseUrl}${paths.home}` },
    {
      small: "We send one email after you've been away for an hour, and no more until you're back.",
      link: { text: "Unsubscribe", url: baseUrl + signInPaths.stopMail(stopCode(person.id)) },
    },
  ]);
}

function waiting(count: number, orMore: boolean): string {
  if (orMore) return `${count} or more messages`;
  return count === 1 ? "1 message" : `${count} messages`;
}

/** Formats times in someone's time zone, or in UTC if it's unknown. */
function clockOf(timeZone: string | null): (at: Date) => string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  try {
    const clock = format(timeZone ?? "UTC");
    return (at) => clock.format(at) + (timeZone === null ? " UTC" : "");
  } catch {
    // The time zone comes from a browser and may be invalid.
    const clock = format("UTC");
    return (at) => `${clock.format(at)} UTC`;
  }
}
