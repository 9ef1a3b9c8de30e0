import { withEmoji } from "@/lib/messages/emoji/emoji";
import { checkedFields, checkedText, type Item, itemsOf, looseText, textsIn } from "./json";
import { fence } from "./markdown";
import { DEEPEST, paragraph, quote } from "./mrkdwn";
import { dateRun, linkRun, literal, personRun, type SlackRun, STYLES, visibleLine } from "./runs";

/** Converts a rich_text block to Markdown. */
export function richText(block: Item): string {
  const lists = new RichLists();
  const parts: string[] = [];
  let afterList = false;
  for (const element of itemsOf(block.value.elements, block.path.at("elements"))) {
    const isList = element.value.type === "rich_text_list";
    if (!isList) lists.end();
    const markdown = isList ? lists.read(element) : blockOf(element);
    if (markdown === "") continue;
    parts.push(parts.length === 0 ? "" : afterList && isList ? "\n" : "\n\n", markdown);
    afterList = isList;
  }
  return parts.join("");
}

function blockOf(element: Item): string {
  const lines = linesOf(element);
  if (element.value.type === "rich_text_preformatted") {
    const code = lines.map(visibleLine).join("\n");
    return code === "" ? "" : fence(code);
  }
  const markdown = paragraph(lines).trimEnd().replace(/^\n+/, "");
  return element.value.type === "rich_text_quote" && markdown !== "" ? quote(markdown) : markdown;
}

/** Splits runs into lines. A line break ends every style, and the next line starts them again. */
function linesOf({ value, path }: Item, depth = 0): SlackRun[][] {
  if (!Array.isArray(value.elements)) return [textsIn(value).map((text) => ({ kind: "text", text, style: 0 }))];
  const lines: SlackRun[][] = [[]];
  for (const item of itemsOf(value.elements, path.at("elements"))) {
    const run = item.value.type === "rich_text_section" && depth < 3 ? null : richRun(item);
    if (run === null) {
      for (const line of linesOf(item, depth + 1)) lines.push(line);
      continue;
    }
    run.text.split(/\r\n?|\n/).forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines;
}

/** Lists follow one another; an indented one belongs to the previous one's last item. */
class RichLists {
  private levels: { width: number; next: number }[] = [];

  end(): void {
    this.levels = [];
  }

  read({ value, path }: Item): string {
    const asked = typeof value.indent === "number" && value.indent > 0 ? Math.floor(value.indent) : 0;
    const level = Math.min(asked, this.levels.length, DEEPEST - 1);
    const ordered = value.style === "ordered";
    const offset = typeof value.offset === "number" && value.offset > 0 ? Math.floor(value.offset) : 0;
    let number = offset > 0 ? offset + 1 : (this.levels[level]?.next ?? 1);
    const indent = " ".repeat(this.levels.slice(0, level).reduce((sum, { width }) => sum + width, 0));
    let mark = "- ";
    const items = itemsOf(value.elements, path.at("elements")).map((item) => {
      mark = ordered ? `${Math.min(number, 999_999_999)}. ` : "- ";
      number += 1;
      const hanging = `\n${indent}${" ".repeat(mark.length)}`;
      return `${indent}${mark}${paragraph(linesOf(item)).trim().replaceAll("\n", hanging)}`;
    });
    this.levels = [...this.levels.slice(0, level), { width: mark.length, next: ordered ? number : 1 }];
    return items.join("\n");
  }
}

/** Converts an element of rich text to a run. Unsupported styles are dropped, its text never is. */
export function richRun({ value, path }: Item): SlackRun {
  const looks = checkedFields(typeof value.style === "object" ? value.style : null, path.at("style"));
  const style =
    (looks.bold === true ? STYLES.bold : 0) |
    (looks.italic === true ? STYLES.italic : 0) |
    (looks.strike === true ? STYLES.strike : 0);
  return { ...content({ value, path }, looks.code === true), style };
}

function content({ value, path }: Item, code: boolean): SlackRun {
  const text = (key: string) => checkedText(value[key], path.at(key));
  switch (value.type) {
    case "text":
      return code ? { kind: "code", text: text("text"), style: 0 } : literal(text("text"));
    case "link": {
      const run = linkRun(text("url"), text("text"));
      return run.kind === "link" ? { ...run, code } : run;
    }
    case "emoji":
      return literal(emoji(text("unicode")) ?? withEmoji(`:${text("name")}:${tone(value.skin_tone)}`));
    case "user":
      return personRun(text("user_id"), "") ?? literal(`@${text("user_id")}`);
    case "usergroup":
      return literal(`@${text("usergroup_id")}`);
    case "team":
      return literal(`@${text("team_id")}`);
    case "channel":
      return literal(`#${text("channel_id")}`);
    case "broadcast":
      return literal(`@${text("range")}`);
    case "date":
      return dateRun(Number(looseText(value.timestamp, path.at("timestamp"))), text("fallback"), text("url"));
    case "color":
      return literal(text("value"));
    default:
      return literal(textsIn(value).join(" "));
  }
}

function tone(skinTone: unknown): string {
  return typeof skinTone === "number" ? `:skin-tone-${skinTone}:` : "";
}

/** Decodes "1f468-200d-1f4bb" to its characters. */
function emoji(codes: string): string | null {
  const points = codes.split("-").map((code) => (/^[\da-f]{2,6}$/i.test(code) ? Number.parseInt(code, 16) : 0));
  return points.every((point) => point > 0x20 && point <= 0x10ffff) && codes !== ""
    ? String.fromCodePoint(...points.slice(0, 20)).toWellFormed()
    : null;
}
