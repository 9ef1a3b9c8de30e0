import { escapeText } from "@/lib/webhooks/dialects/slack/escape";

/** The address as a message may link to it, or null when it can only be shown: neither on the web nor a mail address. */
export function linkable(address: string): string | null {
  const href = address.trim().replace(/[\s<>"`]/g, encodeURIComponent);
  if (!/^(?:https?:\/\/[^/]|mailto:[^@]+@)/i.test(href) || !URL.canParse(href)) return null;
  return /^mailto:.*@[\d.]+$/i.test(href) ? null : href;
}

/** A link in Markdown. `label` is already Markdown. */
export function markdownLink(label: string, href: string): string {
  return `[${label}](${href.replace(/[\\()]/g, "\\$&").replace(/&(?=#|[a-z0-9]{1,31};)/gi, "&amp;")})`;
}

/** A link that shows its own address. */
export function bareLink(href: string): string {
  return /^https?:/i.test(href) && !/\p{Cc}/u.test(href)
    ? `<${href}>`
    : markdownLink(escapeText(href, { inLabel: true }), href);
}
