import { embedText, line } from "@/lib/webhooks/interpret/described/card-text";
import type { WebhookPost } from "@/lib/webhooks/payload/read-payload";

/** Returns what a chat's request becomes, as the lines that its example expects. */
export function postText({ content, embeds, username, avatarUrl, threadKey, allowedMentions }: WebhookPost): string[] {
  return [
    "Message",
    ...line("Name", username ?? ""),
    ...line("Avatar", avatarUrl ?? ""),
    ...line("Text", content),
    ...line("Thread key", threadKey ?? ""),
    ...line("Mentions", allowedMentions === null ? "" : JSON.stringify(allowedMentions)),
    ...embeds.flatMap((embed, index) => [
      "",
      embeds.length > 1 ? `Card ${index + 1} of ${embeds.length}` : "Card",
      ...embedText(embed),
    ]),
  ];
}
