/** A payload as a form holds it: every part is there, as text, and lists know which item is which. */
export type Draft = {
  content: string;
  username: string;
  avatarUrl: string;
  embeds: EmbedDraft[];
  /** What only JSON can change. */
  allowedMentions: unknown;
};

export type EmbedDraft = { key: number; fields: FieldDraft[] } & Record<EmbedText, string>;

/** The parts of an embed that are one line or one text. `color` is decimal, or #rrggbb. */
export type EmbedText =
  | "title"
  | "description"
  | "url"
  | "color"
  | "timestamp"
  | "authorName"
  | "authorUrl"
  | "authorIcon"
  | "footerText"
  | "footerIcon"
  | "image"
  | "thumbnail";

export type FieldDraft = { key: number; name: string; value: string; inline: boolean };

let lastKey = 0;

/** A key that no other item of this page has. */
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}

/** An embed in which nothing is written yet. */
export function emptyEmbed(): EmbedDraft {
  return {
    key: newKey(),
    fields: [],
    title: "",
    description: "",
    url: "",
    color: "",
    timestamp: "",
    authorName: "",
    authorUrl: "",
    authorIcon: "",
    footerText: "",
    footerIcon: "",
    image: "",
    thumbnail: "",
  };
}

/** A field that can stand as it is, because a field without name or value is refused. */
export function newField(): FieldDraft {
  return { key: newKey(), name: "Name", value: "Value", inline: true };
}

/** The same again, as another embed. */
export function copyOfEmbed(embed: EmbedDraft): EmbedDraft {
  return { ...embed, key: newKey(), fields: embed.fields.map((field) => ({ ...field, key: newKey() })) };
}

/** A message with one embed, both empty. */
export function emptyDraft(): Draft {
  return { content: "", username: "", avatarUrl: "", embeds: [emptyEmbed()], allowedMentions: undefined };
}
