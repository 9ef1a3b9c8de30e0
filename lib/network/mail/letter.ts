/** A part of a letter. Texts may come from users and are always escaped. */
export type LetterPart =
  | { text: string }
  /** The main action. */
  | { button: string; url: string }
  /** A message: its text, author, place and time. */
  | { quote: string; title: string; note: string; url: string }
  /** Small print. */
  | { small: string; link?: { text: string; url: string } };

/** A letter's content, as text and as simple HTML. */
export type Letter = { subject: string; text: string; html: string };

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// Without a color, so that it's readable on any background that a mail program uses.
const MUTED = "opacity:0.72;font-size:13px;line-height:1.5";

/** Creates a letter from its parts. URLs are this install's own. */
export function writeLetter(subject: string, parts: readonly LetterPart[]): Letter {
  const oneLine = subject.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return {
    subject: oneLine,
    text: `${parts.map(asText).join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<meta name="color-scheme" content="light dark"><title>${escaped(oneLine)}</title></head>`,
      `<body style="margin:0;padding:24px 16px;${FONT}"><div style="max-width:560px;margin:0 auto;font-size:15px;line-height:1.5">`,
      ...parts.map(asHtml),
      "</div></body></html>",
    ].join("\n"),
  };
}

function asText(part: LetterPart): string {
  if ("text" in part) return part.text;
  if ("button" in part) return `${part.button}:\n${part.url}`;
  if ("quote" in part) {
    const quote = part.quote.replace(/^/gm, "> ");
    return `${part.title}, ${part.note}\n${quote}\n${part.url}`;
  }
  return part.link ? `${part.small}\n${part.link.text}: ${part.link.url}` : part.small;
}

function asHtml(part: LetterPart): string {
  if ("text" in part) return `<p style="margin:0 0 16px">${escaped(part.text)}</p>`;
  if ("button" in part) {
    const look =
      "display:inline-block;padding:10px 18px;border-radius:6px;background:#2f5bd8;color:#ffffff;font-weight:600;text-decoration:none";
    return `<p style="margin:0 0 16px"><a href="${escaped(part.url)}" style="${look}">${escaped(part.button)}</a></p>`;
  }
  if ("quote" in part) {
    const link = `<a href="${escaped(part.url)}" style="color:inherit;font-weight:600;text-decoration:none">${escaped(part.title)}</a>`;
    const note = `<span style="${MUTED}">${escaped(part.note)}</span>`;
    return `<div style="margin:0 0 16px;padding:2px 0 2px 12px;border-left:3px solid #b8c0cc">${link} ${note}<br>${escaped(part.quote)}</div>`;
  }
  const link = part.link
    ? ` <a href="${escaped(part.link.url)}" style="color:inherit">${escaped(part.link.text)}</a>`
    : "";
  return `<p style="margin:16px 0 0;${MUTED}">${escaped(part.small)}${link}</p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
