import { withEmoji } from "@/lib/messages/emoji";
import { dateRun, linkRun, personRun } from "@/lib/webhooks/dialects/slack/control";
import { fieldsOf, type Item, looseText, textOf } from "@/lib/webhooks/dialects/slack/read";
import { literal, type Run, STYLES } from "@/lib/webhooks/dialects/slack/run";
import { textsIn } from "@/lib/webhooks/dialects/slack/texts-in";

/** An element of rich text as a run. A style it can't have is left out, its text never. */
export function richRun({ value, path }: Item): Run {
  const looks = typeof value.style === "object" ? fieldsOf(value.style, `${path}.style`) : {};
  const style =
    (looks.bold === true ? STYLES.bold : 0) |
    (looks.italic === true ? STYLES.italic : 0) |
    (looks.strike === true ? STYLES.strike : 0);
  return { ...content({ value, path }, looks.code === true), style };
}

function content({ value, path }: Item, code: boolean): Run {
  const text = (key: string) => textOf(value[key], `${path}.${key}`);
  switch (value.type) {
    case "text":
      return code ? { kind: "code", text: text("text"), style: 0 } : literal(text("text"));
    case "link": {
      const run = linkRun(text("url"), text("text"));
      return run.kind === "link" ? { ...run, code } : run;
    }
    case "emoji":
      return literal(emoji(text("unicode")) ?? withEmoji(`:${text("name")}:`));
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
      return dateRun(Number(looseText(value.timestamp, `${path}.timestamp`)), text("fallback"), text("url"));
    case "color":
      return literal(text("value"));
    default:
      return literal(textsIn(value).join(" "));
  }
}

/** "1f468-200d-1f4bb" as the characters it names. */
function emoji(codes: string): string | null {
  const points = codes.split("-").map((code) => (/^[\da-f]{2,6}$/i.test(code) ? Number.parseInt(code, 16) : 0));
  return points.every((point) => point > 0x20 && point <= 0x10ffff) && codes !== ""
    ? String.fromCodePoint(...points.slice(0, 20)).toWellFormed()
    : null;
}
