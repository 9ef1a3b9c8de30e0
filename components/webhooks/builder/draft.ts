/** A payload as the form holds it: every part is present as text, and list items have keys. */
export type Draft = {
  content: string;
  username: string;
  avatarUrl: string;
  embeds: EmbedDraft[];
  /** Not in the form; it can only be changed as JSON. */
  allowedMentions: unknown;
};

export type EmbedDraft = { key: number; fields: FieldDraft[] } & Record<EmbedText, string>;

/** The single-text parts of an embed. `color` is decimal or #rrggbb. */
export type EmbedText =
  | "title"
  | "description"
  | "url"
  | "color"
  | "timestamp"
  | "state"
  | "severity"
  | "place"
  | "authorName"
  | "authorUrl"
  | "authorIcon"
  | "footerText"
  | "footerIcon"
  | "image"
  | "thumbnail";

export type FieldDraft = { key: number; name: string; value: string; inline: boolean };

let lastKey = 0;

/** Returns a key that is unique on this page. */
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}

/** Returns an empty embed. */
export function emptyEmbed(): EmbedDraft {
  return {
    key: newKey(),
    fields: [],
    title: "",
    description: "",
    url: "",
    color: "",
    timestamp: "",
    state: "",
    severity: "",
    place: "",
    authorName: "",
    authorUrl: "",
    authorIcon: "",
    footerText: "",
    footerIcon: "",
    image: "",
    thumbnail: "",
  };
}

/** Returns a field with placeholder texts, because a field without a name or value is invalid. */
export function newField(): FieldDraft {
  return { key: newKey(), name: "Name", value: "Value", inline: true };
}

/** Returns a copy of the embed with new keys. */
export function copyOfEmbed(embed: EmbedDraft): EmbedDraft {
  return { ...embed, key: newKey(), fields: embed.fields.map((field) => ({ ...field, key: newKey() })) };
}

/** Returns a message with one empty embed. */
export function emptyDraft(): Draft {
  return { content: "", username: "", avatarUrl: "", embeds: [emptyEmbed()], allowedMentions: undefined };
}
