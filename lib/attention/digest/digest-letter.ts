import { type Absent, MOST_MISSED } from "@/lib/attention/digest/missed";
import { stopCode } from "@/lib/attention/digest/subscription";
import { channelTitle } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { excerpt } from "@/lib/messages/excerpt";
import { messageSelect, toDtos } from "@/lib/messages/read/to-dto";
import { type Letter, type LetterPart, writeLetter } from "@/lib/network/mail/letter";
import { workspaceName } from "@/lib/people/create-workspace";
import { paths } from "@/lib/text/paths";
import { oneLine } from "@/lib/text/text";

const MOST_SHOWN = 20;
const LONGEST_QUOTE = 300;

/**
 * Returns the email for missed messages, given newest first. It shows the latest twenty, oldest first. Null if all were
 * deleted.
 */
export async function digestLetter(
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
        ? paths.reply(message.channelId, { rootId: threadRoot.id, rootSeq: threadRoot.seq }, message.seq)
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
      link: { text: "Unsubscribe", url: baseUrl + paths.stopMail(stopCode(person.id)) },
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
