import { z } from "zod";
import { asMarkdown } from "@/lib/messages/markdown/outside-code";
import { MATTERMOST } from "@/lib/webhooks/formats/mattermost/parse";
import { listOf, optionalText } from "./fields";
import { shownIn } from "./slack-content";
import type { LeftOut, SourceMessage } from "./source";

const actionsSchema = listOf(
  z.object({ name: optionalText, url: optionalText, options: listOf(z.object({ text: optionalText })) }),
);
const propsSchema = z.object({
  attachments: z.preprocess((value) => [value].flat(), listOf(z.record(z.string(), z.unknown()))),
  card: optionalText,
});

type CardContext = { leftOut: LeftOut; place: string; toMarkdown: (written: string) => string };

/** Returns what a message's attachments and its `card` show, and the text above the first of them. */
export function cardsOf(
  props: Record<string, unknown>,
  { toMarkdown, ...at }: CardContext,
): Pick<SourceMessage, "content" | "embeds"> {
  const { attachments, card } = propsSchema.parse(props);
  const all = [...attachments.map(withActions), ...(card === "" ? [] : [{ text: card }])];
  return shownIn({ text: "", attachments: all }, { ...at, markup: { ...MATTERMOST, text: toMarkdown } });
}

/** Names an attachment's buttons and menus in its text, because only the tool that posted it could handle them. */
function withActions({ actions, ...attachment }: Record<string, unknown>): Record<string, unknown> {
  const all = actionsSchema.parse(actions);
  const names = all.flatMap(({ name, url, options }) => {
    const choices = options.length > 0 ? ` (${options.map((option) => option.text).join(", ")})` : "";
    return url !== "" || name === "" ? [] : [asMarkdown(`${name}${choices}`)];
  });
  if (names.length === 0) return { ...attachment, ...(all.length > 0 && { actions }) };
  const written = optionalText.parse(attachment.text);
  const line = `Buttons: ${names.join(" · ")}`;
  const others = all.filter(({ url }) => url !== "").map(({ name, url }) => ({ text: name, url }));
  return { ...attachment, text: written === "" ? line : `${written}\n\n${line}`, actions: others };
}
