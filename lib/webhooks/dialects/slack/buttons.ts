import type { EmbedButton } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";
import { element, link } from "@/lib/webhooks/dialects/slack/element";
import { isPicture } from "@/lib/webhooks/dialects/slack/picture";
import { type Item, textOf } from "@/lib/webhooks/dialects/slack/read";
import { objectLine } from "@/lib/webhooks/dialects/slack/text-object";

/** As many as Slack takes in one block, and as long. */
const MOST = 25;
const LONGEST_LABEL = 80;

const TYPES = new Set(["button", "workflow_button"]);

/**
 * What stands beside a section or among actions: buttons that lead somewhere, and the rest as lines of Markdown. A button without
 * an address speaks to the app that sent it, which isn't listening here: nobody is shown what can't be pressed.
 */
export function controls(items: readonly Item[]): { buttons: EmbedButton[]; lines: string[] } {
  const buttons: EmbedButton[] = [];
  const lines: string[] = [];
  for (const { value, path } of items) {
    if (!TYPES.has(textOf(value.type, `${path}.type`))) {
      lines.push(element(value, path));
      continue;
    }
    const url = textOf(value.url, `${path}.url`).trim();
    if (url === "") continue;
    const label = objectLine(value.text, `${path}.text`) || url;
    const fits = isPicture(url) && codePoints(label) <= LONGEST_LABEL && buttons.length < MOST;
    if (fits) buttons.push({ label, url });
    else lines.push(link(url, label));
  }
  return { buttons, lines: lines.filter((line) => line !== "") };
}
