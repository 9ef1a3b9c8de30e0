import { paths } from "@/lib/paths";

/** The address that a sender is given, of the webhook with this bare URL: `{base}/webhooks/incoming/<id>/<token>`. */
export function senderAddress(url: string, sender: string): string {
  if (sender === "parley") return url;
  if (sender !== "discord") return `${url}/${sender}`;
  const { base, id, token } = urlParts(url);
  return `${base}/api/webhooks/${id}/${token}`;
}

/** What a webhook's bare URL is made of. */
export function urlParts(url: string): { base: string; id: string; token: string } {
  const [, base = "", id = "", token = ""] = /^(.*)\/webhooks\/incoming\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
  return { base, id, token };
}

/** What to do in a tool, with the address that belongs there. */
export function stepsWith(steps: readonly string[], address: string): string[] {
  // Through a function, because "$" has a meaning in a text that takes another's place.
  return steps.map((step) => step.replaceAll("{url}", () => address));
}

/** The marks of all tools in one file, each under its name. Not among `paths`, which every channel's page loads. */
export const SENDER_MARKS = "/sender-marks.svg";

/** Where the documentation says how this sender is set up: in a section about webhooks, or on a page of its own. */
export function senderDocsHref(sender: string): string {
  if (sender === "parley") return paths.webhookDocs;
  return `${paths.webhookDocs}${["slack", "discord", "github"].includes(sender) ? "#" : "/"}${sender}`;
}
