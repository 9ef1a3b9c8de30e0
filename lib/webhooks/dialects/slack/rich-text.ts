import { fence } from "@/lib/webhooks/dialects/slack/escape";
import { DEEPEST } from "@/lib/webhooks/dialects/slack/list-marks";
import { paragraph, quote } from "@/lib/webhooks/dialects/slack/mrkdwn";
import { type Item, itemsOf } from "@/lib/webhooks/dialects/slack/read";
import { richRun } from "@/lib/webhooks/dialects/slack/rich-element";
import { plainLine, type Run } from "@/lib/webhooks/dialects/slack/run";
import { textsIn } from "@/lib/webhooks/dialects/slack/texts-in";

/** A rich_text block as Markdown. */
export function richText(block: Item): string {
  const lists = new RichLists();
  const parts: string[] = [];
  let afterList = false;
  for (const element of itemsOf(block.value.elements, `${block.path}.elements`)) {
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
    const code = lines.map(plainLine).join("\n");
    return code === "" ? "" : fence(code);
  }
  const markdown = paragraph(lines).trimEnd().replace(/^\n+/, "");
  return element.value.type === "rich_text_quote" && markdown !== "" ? quote(markdown) : markdown;
}

/** Runs line by line: a line break ends every style, and the next line takes it up again. */
function linesOf({ value, path }: Item, depth = 0): Run[][] {
  if (!Array.isArray(value.elements)) return [textsIn(value).map((text) => ({ kind: "text", text, style: 0 }))];
  const lines: Run[][] = [[]];
  for (const item of itemsOf(value.elements, `${path}.elements`)) {
    const run = item.value.type === "rich_text_section" && depth < 3 ? null : richRun(item);
    if (run === null) {
      for (const line of linesOf(item, depth + 1)) lines.push(line);
      continue;
    }
    run.text.split(/\r\n?|\n/).forEach((text, place) => {
      if (place > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines;
}

/** Lists follow one another, and an indented one belongs into the last item of the one before it. */
class RichLists {
  private levels: { width: number; next: number }[] = [];

  end(): void {
    this.levels = [];
  }

  read({ value, path }: Item): string {
    const wanted = typeof value.indent === "number" && value.indent > 0 ? Math.floor(value.indent) : 0;
    const level = Math.min(wanted, this.levels.length, DEEPEST - 1);
    const ordered = value.style === "ordered";
    const offset = typeof value.offset === "number" && value.offset > 0 ? Math.floor(value.offset) : 0;
    let number = offset > 0 ? offset + 1 : (this.levels[level]?.next ?? 1);
    const indent = " ".repeat(this.levels.slice(0, level).reduce((sum, { width }) => sum + width, 0));
    let mark = "- ";
    const items = itemsOf(value.elements, `${path}.elements`).map((item) => {
      mark = ordered ? `${Math.min(number, 999_999_999)}. ` : "- ";
      number += 1;
      const hanging = `\n${indent}${" ".repeat(mark.length)}`;
      return `${indent}${mark}${paragraph(linesOf(item)).trim().replaceAll("\n", hanging)}`;
    });
    this.levels = [...this.levels.slice(0, level), { width: mark.length, next: ordered ? number : 1 }];
    return items.join("\n");
  }
}
