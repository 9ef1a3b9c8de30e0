import { codePoints, oneLine } from "@/lib/text/text";
import { literal } from "@/lib/webhooks/payload/markdown";
import { invalidAt, type Path } from "@/lib/webhooks/payload/problem";
import { type DiscordReading, type Fields, fieldsOf, itemsOf } from "./reading";

/** Discord's own limits. */
const LIMITS = { threadName: 100, question: 300, answer: 55, answers: 10 } as const;

/** Returns the name of the forum post that Discord would start, as a line of Markdown. Throws AppError `invalid`. */
export function threadName(payload: Fields, reading: DiscordReading): string {
  const name = lineOf(payload, "thread_name", LIMITS.threadName, [], reading);
  return name && `**${name}**`;
}

/** Returns a poll's question and answers as Markdown. Throws AppError `invalid`. */
export function pollText(payload: Fields, reading: DiscordReading): string {
  if (payload.poll === undefined) return "";
  const poll = fieldsOf(reading.take(payload, "poll"));
  const question = lineOf(
    fieldsOf(reading.take(poll, "question")),
    "text",
    LIMITS.question,
    ["poll", "question"],
    reading,
  );
  const answers = itemsOf(reading.take(poll, "answers"));
  if (answers.length > LIMITS.answers) {
    throw invalidAt(["poll", "answers"], `can have at most ${LIMITS.answers} answers`);
  }
  const lines = answers.map((answer, index) => {
    const media = fieldsOf(reading.take(fieldsOf(answer), "poll_media"));
    const emoji = fieldsOf(reading.take(media, "emoji"));
    const icon = oneLine(reading.text(emoji, "name"));
    const path = ["poll", "answers", index, "poll_media"];
    const text = lineOf(media, "text", LIMITS.answer, path, reading);
    return [icon && emoji.id ? `:${icon}:` : icon, text].filter((each) => each !== "").join(" ");
  });
  const list = lines.filter((line) => line !== "").map((line) => `- ${line}`);
  return [question && `**${question}**`, ...list].filter((line) => line !== "").join("\n");
}

function lineOf(fields: Fields, key: string, most: number, path: Path, reading: DiscordReading): string {
  const line = oneLine(reading.text(fields, key));
  if (codePoints(line) > most) throw invalidAt([...path, key], `can have at most ${most} characters`);
  return line && literal(line);
}
