import type { EmbedField } from "@/lib/messages/dto";
import { isBlank } from "@/lib/text";
import { controls } from "@/lib/webhooks/dialects/slack/buttons";
import { pictureOf } from "@/lib/webhooks/dialects/slack/element";
import { mrkdwn, plainText } from "@/lib/webhooks/dialects/slack/mrkdwn";
import type { Piece } from "@/lib/webhooks/dialects/slack/piece";
import { fieldsOf, type Item, itemsOf } from "@/lib/webhooks/dialects/slack/read";
import { objectMarkdown, textObject } from "@/lib/webhooks/dialects/slack/text-object";

/** A field that begins with a name in bold. */
const NAMED = /^\s*\*([^*\s][^*\n]*)\*(?![\p{L}\p{N}*])[ \t]*:?[ \t]*\n?([\s\S]*)$/u;

/** Stands where a field has no name or no value of its own: the reader sees an empty line there, as in Slack. */
export const NOTHING = "\u200b";

/** A section: its text, its fields, and the picture or button beside it. */
export function section({ value, path }: Item): Piece {
  const text = objectMarkdown(value.text, `${path}.text`);
  const fields = listOf(value.fields, `${path}.fields`);
  const [accessory] = value.accessory
    ? [{ value: fieldsOf(value.accessory, `${path}.accessory`), path: `${path}.accessory` }]
    : [];
  const picture = accessory ? pictureOf(accessory.value, accessory.path) : null;
  const { buttons, lines } = controls(accessory && !picture ? [accessory] : []);
  const words = [text, ...lines].filter((each) => each !== "").join("\n\n");
  if (fields.length === 0 && !picture && buttons.length === 0) return { kind: "text", text: words, path };
  return {
    kind: "structure",
    text: words,
    path,
    ...(fields.length > 0 && { fields }),
    ...(picture && { thumbnail: picture }),
    ...(buttons.length > 0 && { buttons }),
  };
}

function listOf(value: unknown, path: string): EmbedField[] {
  const texts =
    Array.isArray(value) && value.every((each) => typeof each === "string")
      ? value.map((text, place) => ({ value: { type: "mrkdwn", text }, path: `${path}[${place}]` }))
      : itemsOf(value, path);
  return texts.flatMap((item): EmbedField[] => {
    const { text, mode } = textObject(item.value, item.path);
    if (isBlank(text)) return [];
    const split = mode === "mrkdwn" ? NAMED.exec(text) : null;
    const [name, rest] = split ? [plainText(split[1] ?? "").trim(), split[2] ?? ""] : ["", text];
    if (isBlank(name) || isBlank(rest)) return [{ name: NOTHING, value: mrkdwn(text, mode), inline: true }];
    return [{ name, value: mrkdwn(rest, mode), inline: true }];
  });
}
