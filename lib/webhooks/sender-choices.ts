import type { SenderDto } from "@/lib/webhooks/dto";
import type { SenderDescription } from "@/lib/webhooks/senders/described/description";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

// Those that people look for first. Slack's mark isn't among those that may be shown.
const first: readonly SenderDto[] = [
  { name: "parley", label: "Parley's own JSON", mark: null, steps: [] },
  {
    name: "slack",
    label: "Slack",
    mark: null,
    steps: [
      "In the tool choose **Slack** as the place to post to, by an incoming webhook.",
      "Paste `{url}` where it asks for Slack's webhook URL.",
      "Leave channel and name as they are, and send a test.",
    ],
  },
  {
    name: "discord",
    label: "Discord",
    mark: "discord",
    steps: [
      "In the tool choose **Discord** as the place to post to.",
      "Paste `{url}` where it asks for Discord's webhook URL.",
      "Save, and send a test.",
    ],
  },
  {
    name: "github",
    label: "GitHub",
    mark: "github",
    steps: [
      "In the repository or organisation open **Settings → Webhooks → Add webhook**.",
      "Paste `{url}` as the Payload URL, and choose `application/json` as the content type.",
      "Choose the events, then **Add webhook**: GitHub sends a ping at once.",
    ],
  },
  {
    name: "json",
    label: "Any other JSON",
    mark: null,
    steps: [
      "Find where the tool takes the URL of a webhook, often called an HTTP callback or a notification URL.",
      "Paste `{url}` there. JSON, a form and plain text are all taken.",
      "Send a test: a tool that Parley knows gets its own card, and whatever else comes becomes a plain one.",
    ],
  },
];

/** What can post to a webhook: Parley's own JSON, what is looked for most, and then every described tool by the alphabet. */
export const senderChoices: readonly SenderDto[] = [
  ...first,
  ...Object.entries<SenderDescription>(descriptions)
    .filter(([name]) => first.every((sender) => sender.name !== name))
    .map(([name, { name: label, icon = null, steps, aliases = [] }]) => ({ name, label, aliases, mark: icon, steps }))
    .sort((one, other) => one.label.localeCompare(other.label, "en")),
];

/** How requests can be signed, for who chooses it: GitHub's way, which scripts use too, and then every tool that has one of its own. */
export const schemeChoices: readonly { value: string; label: string }[] = [
  { value: "github", label: "GitHub and scripts (X-Hub-Signature-256)" },
  { value: "standard", label: "Standard Webhooks (webhook-signature)" },
  ...senderChoices.flatMap(({ name: value, label }) =>
    value !== "github" && schemeNamed(value) ? [{ value, label }] : [],
  ),
];
