import type { EmbedButton } from "@/lib/messages/dto";
import { codePoints, cut, isBlank, oneLine, storableText } from "@/lib/text/text";
import { webUrl } from "@/lib/webhooks/payload/json-object";
import { link, literal } from "@/lib/webhooks/payload/markdown";
import { invalidAt, type Path } from "@/lib/webhooks/payload/problem";
import { discordMarkdown } from "./markdown";
import type { Pictures } from "./pictures";
import { type DiscordReading, type Fields, fieldsOf, itemsOf } from "./reading";

/** A part of a card, in order: Markdown, a line between texts, a picture, or buttons. */
export type Piece =
  | { kind: "text"; markdown: string }
  | { kind: "divider" }
  | { kind: "picture"; url: string; isThumbnail: boolean }
  | { kind: "buttons"; buttons: EmbedButton[] };

/** Pieces that belong together: those of a container, which has a frame, or those between containers. */
export type Group = { framed: boolean; color: number | undefined; pieces: Piece[] };

/** Discord's own limits. */
const MOST = 40;
const MOST_CHARACTERS = 4000;
const LONGEST_LABEL = 80;

// Discord's numbers of components.
const BUTTON = 2;
const SECTION = 9;
const TEXT = 10;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;
const LINK_STYLE = 5;
const MENUS: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8]);

/**
 * Reads a message's components, of Discord's first and second version. What needs an answer from the sender, such as a
 * button with a `custom_id`, is left out, and so is a component of an unknown type. Throws AppError `invalid`.
 */
export function readComponents(payload: Fields, reading: DiscordReading, pictures: Pictures): Group[] {
  const sent = reading.take(payload, "components");
  if (sent === undefined || sent === null || sent === "") return [];
  if (!Array.isArray(sent)) throw invalidAt(["components"], "must be a list");
  const components = new Components(reading, pictures);
  components.readAll(sent, ["components"]);
  return components.groups.filter(({ pieces }) => pieces.some(({ kind }) => kind !== "divider"));
}

class Components {
  readonly groups: Group[] = [];
  #pieces: Piece[] | null = null;
  #count = 0;
  #characters = 0;

  constructor(
    readonly reading: DiscordReading,
    readonly pictures: Pictures,
  ) {}

  readAll(list: unknown, path: Path): void {
    for (const [index, item] of itemsOf(list).entries()) {
      this.#count += 1;
      if (this.#count > MOST) throw invalidAt(["components"], `can have at most ${MOST} components`);
      this.#read(fieldsOf(item), [...path, index]);
    }
  }

  #read(component: Fields, path: Path): void {
    const take = (key: string) => this.reading.take(component, key);
    switch (component.type) {
      case BUTTON:
        this.#button(component, path);
        break;
      case SECTION:
        this.readAll(take("components"), [...path, "components"]);
        this.#read(fieldsOf(take("accessory")), [...path, "accessory"]);
        break;
      case TEXT:
        this.#text(this.reading.text(component, "content"));
        break;
      case THUMBNAIL:
        this.#picture(component, path, true);
        break;
      case GALLERY:
        for (const [index, item] of itemsOf(take("items")).slice(0, MOST).entries()) {
          this.#picture(fieldsOf(item), [...path, "items", index], false);
        }
        break;
      case FILE:
        this.#file(component, path);
        break;
      case SEPARATOR:
        if (component.divider !== false) this.#add({ kind: "divider" });
        break;
      case CONTAINER:
        this.#container(component, path);
        break;
      default:
        if (MENUS.has(component.type)) this.#menu(component, path);
        this.readAll(take("components"), [...path, "components"]);
    }
  }

  /** Adds a piece to the container that is being read, or to what is around it. */
  #add(piece: Piece): void {
    if (this.#pieces === null) {
      this.#pieces = [];
      this.groups.push({ framed: false, color: undefined, pieces: this.#pieces });
    }
    const last = this.#pieces.at(-1);
    if (piece.kind === "buttons" && last?.kind === "buttons") last.buttons.push(...piece.buttons);
    else this.#pieces.push(piece);
  }

  #container(component: Fields, path: Path): void {
    const color = component.accent_color;
    const isColor = typeof color === "number" && Number.isInteger(color) && color >= 0 && color <= 0xffffff;
    this.#pieces = [];
    this.groups.push({ framed: true, color: isColor ? color : undefined, pieces: this.#pieces });
    this.readAll(this.reading.take(component, "components"), [...path, "components"]);
    this.#pieces = null;
  }

  #text(text: string): void {
    this.#characters += codePoints(text);
    if (this.#characters > MOST_CHARACTERS) {
      throw invalidAt(["components"], `can have at most ${MOST_CHARACTERS} characters in all their texts`);
    }
    const markdown = discordMarkdown(storableText(text));
    if (!isBlank(markdown)) this.#add({ kind: "text", markdown });
  }

  #button(component: Fields, path: Path): void {
    const emoji = fieldsOf(component.emoji);
    const icon = this.reading.text(emoji, "name");
    const words = [icon && emoji.id ? `:${icon}:` : icon, this.reading.text(component, "label")];
    const name = oneLine(words.filter((each) => each !== "").join(" "));
    const address = typeof component.url === "string" ? component.url.trim() : "";
    if (address === "" || (component.style !== LINK_STYLE && component.custom_id !== undefined)) {
      if (name !== "") this.reading.refuse(path, `the button "${cut(name, LONGEST_LABEL)}" needs an answer`);
      return;
    }
    const label = name || address;
    const url = webUrl(address);
    this.reading.take(component, "url");
    if (url !== undefined && codePoints(label) <= LONGEST_LABEL)
      this.#add({ kind: "buttons", buttons: [{ label, url }] });
    else if (url !== undefined) this.#add({ kind: "text", markdown: link(literal(label), url) });
    else this.#add({ kind: "text", markdown: literal(label === address ? label : `${label} (${address})`) });
  }

  #menu(component: Fields, path: Path): void {
    const words = [this.reading.text(component, "placeholder")];
    for (const option of itemsOf(this.reading.take(component, "options")).slice(0, MOST).map(fieldsOf)) {
      words.push(this.reading.text(option, "label"));
      this.reading.take(option, "value");
    }
    const name = cut(oneLine(words.filter((each) => each !== "").join(", ")), LONGEST_LABEL);
    this.reading.refuse(path, `${name ? `the menu "${name}"` : "a menu"} needs an answer`);
  }

  /** Adds a picture and its description, which Discord shows to those who can't see it. */
  #picture(item: Fields, path: Path, isThumbnail: boolean): void {
    const media = fieldsOf(this.reading.take(item, "media"));
    const description = oneLine(this.reading.text(item, "description"));
    const isVideo = typeof media.url === "string" && /^https?:[^?#]*\.(?:mp4|webm|mov|m4v)(?:[?#]|$)/i.test(media.url);
    const video = isVideo ? webUrl(this.reading.text(media, "url")) : undefined;
    // A file that isn't a picture is shown as a file.
    const isFile = this.pictures.fileOf(media.url)?.isPicture === false;
    if (isFile) this.reading.take(media, "url");
    const url = isFile || video !== undefined ? "" : this.pictures.at(media, "url", [...path, "media"]);
    if (video !== undefined) this.#add({ kind: "text", markdown: link(literal(description || "Video"), video) });
    else if (description !== "") this.#add({ kind: "text", markdown: literal(description) });
    if (url) this.#add({ kind: "picture", url, isThumbnail });
  }

  /** A file is shown below the message, so only one that isn't there is left out. */
  #file(component: Fields, path: Path): void {
    const file = fieldsOf(this.reading.take(component, "file"));
    if (this.pictures.fileOf(file.url)) this.reading.take(file, "url");
    else if (file.url !== undefined) this.pictures.at(file, "url", [...path, "file"]);
  }
}
