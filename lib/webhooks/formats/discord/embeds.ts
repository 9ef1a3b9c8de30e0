import { codePoints, isBlank, storableText } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { isObject } from "@/lib/webhooks/payload/json-object";
import type { Path } from "@/lib/webhooks/payload/problem";
import { discordLine, discordMarkdown } from "./markdown";
import type { Pictures } from "./pictures";
import { type DiscordReading, type Fields, fieldsOf, itemsOf } from "./reading";

/**
 * Converts a text, unless it's longer than Discord allows, which the schema refuses. If the converted text is too long
 * or blank, it stays as it was sent.
 */
export function converted(value: unknown, most: number, convert = discordMarkdown): unknown {
  if (typeof value !== "string" || isLonger(value, most)) return value;
  const markdown = convert(storableText(value));
  return markdown === value || isLonger(markdown, most) || isBlank(markdown) ? value : markdown;
}

// Most texts are so short that they needn't be counted.
const isLonger = (text: string, most: number): boolean => text.length > most && codePoints(text) > most;

/** Returns one of Discord's embeds as Parley's own. What has the wrong type stays for the schema to refuse. */
export function readEmbed(sent: unknown, path: Path, reading: DiscordReading, pictures: Pictures): unknown {
  if (!isObject(sent)) return sent;
  const embed = fieldsOf(sent);
  const own = {
    title: converted(reading.take(embed, "title"), EMBED_LIMITS.title, discordLine),
    description: converted(reading.take(embed, "description"), EMBED_LIMITS.description),
    url: reading.take(embed, "url"),
    color: reading.take(embed, "color"),
    timestamp: reading.take(embed, "timestamp"),
    fields: readFields(reading.take(embed, "fields"), reading),
    author: readAuthor(reading.take(embed, "author"), [...path, "author"], reading, pictures),
    footer: readFooter(reading.take(embed, "footer"), [...path, "footer"], reading, pictures),
    image: pictureOf(embed, "image", path, pictures),
    thumbnail: pictureOf(embed, "thumbnail", path, pictures),
  };
  if (lengthOf(own) <= EMBED_LIMITS.allTexts) return own;
  // Converted, its texts may be too long together. If they are as they were sent, the schema refuses them.
  return { ...own, title: embed.title, description: embed.description, fields: embed.fields };
}

function readFields(value: unknown, reading: DiscordReading): unknown {
  if (!Array.isArray(value)) return value;
  const fields: unknown[] = [];
  for (const each of value) {
    if (each === null) continue;
    const field = fieldsOf(each);
    fields.push(
      isObject(each)
        ? {
            name: converted(reading.take(field, "name"), EMBED_LIMITS.fieldName, discordLine),
            value: converted(reading.take(field, "value"), EMBED_LIMITS.fieldValue),
            inline: reading.take(field, "inline"),
          }
        : each,
    );
    // More are refused, so they needn't be read.
    if (fields.length > EMBED_LIMITS.fields) break;
  }
  return fields;
}

function readAuthor(value: unknown, path: Path, reading: DiscordReading, pictures: Pictures): unknown {
  if (!isObject(value)) return value;
  const author = fieldsOf(value);
  return {
    name: reading.take(author, "name"),
    url: reading.take(author, "url"),
    icon_url: pictures.at(author, "icon_url", path) ?? undefined,
  };
}

function readFooter(value: unknown, path: Path, reading: DiscordReading, pictures: Pictures): unknown {
  if (!isObject(value)) return value;
  const footer = fieldsOf(value);
  return { text: reading.take(footer, "text"), icon_url: pictures.at(footer, "icon_url", path) ?? undefined };
}

/** Returns a picture of an embed. Some senders write its URL instead of an object. */
function pictureOf(embed: Fields, key: "image" | "thumbnail", path: Path, pictures: Pictures): unknown {
  const value = pictures.reading.take(embed, key);
  if (value === undefined) return undefined;
  const url = isObject(value) ? pictures.at(fieldsOf(value), "url", [...path, key]) : pictures.at(embed, key, path);
  return url ? { url } : undefined;
}

function lengthOf({ title, description, author, footer, fields }: Fields): number {
  let length = textLength(title) + textLength(description);
  length += textLength(fieldsOf(author).name) + textLength(fieldsOf(footer).text);
  for (const field of itemsOf(fields)) length += textLength(fieldsOf(field).name) + textLength(fieldsOf(field).value);
  return length;
}

const textLength = (text: unknown): number => (typeof text === "string" ? codePoints(text) : 0);
