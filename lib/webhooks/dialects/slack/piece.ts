import type { EmbedButton, EmbedField } from "@/lib/messages/dto";

/** A picture with the words that stand for it. */
export type Picture = { url: string; alt: string };

/** Something that needs a card: what it has besides text. */
export type Structure = {
  kind: "structure";
  title?: string;
  url?: string;
  author?: string;
  text: string;
  fields?: EmbedField[];
  image?: Picture;
  thumbnail?: Picture;
  buttons?: EmbedButton[];
};

/** A block as a reader meets it: Markdown, a line across, or what needs a card. `path` is where the sender wrote it. */
export type Piece = ({ kind: "text"; text: string } | { kind: "divider" } | Structure) & { path: string };
