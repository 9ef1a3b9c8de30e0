import { webhookPaths } from "@/lib/text/webhook-paths";

/** Returns the URL for a sender. `url` is the webhook's plain URL: `{base}/webhooks/incoming/<id>/<token>`. */
export function senderAddress(url: string, sender: string): string {
  if (sender === "parley") return url;
  if (sender !== "discord") return `${url}/${sender}`;
  const { base, id, token } = urlParts(url);
  return `${base}/api/webhooks/${id}/${token}`;
}

/** Splits a webhook's plain URL into its parts. */
export function urlParts(url: string): { base: string; id: string; token: string } {
  const [, base = "", id = "", token = ""] = /^(.*)\/webhooks\/incoming\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
  return { base, id, token };
}

/** Returns the setup steps with the webhook's URL filled in. */
export function stepsWith(steps: readonly string[], address: string): string[] {
  // A function, because "$" is special in a replacement string.
  return steps.map((step) => step.replaceAll("{url}", () => address));
}

/** Returns the documentation page or section about a sender. */
export function senderDocsHref(sender: string): string {
  if (sender === "parley") return webhookPaths.docs;
  return `${webhookPaths.docs}${["slack", "mattermost", "discord", "github"].includes(sender) ? "#" : "/"}${sender}`;
}
