import { type RequestOptions, request } from "@/lib/browser/request";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Change } from "./local-change";

/** The message as the server has it now, null when it is deleted; or one sentence on why nothing changed. */
export type ChangeOutcome = { message: MessageDto | null } | { error: string };

/** Asks the server to change a message. Never throws. */
export async function requestChange(channelId: string, messageId: string, change: Change): Promise<ChangeOutcome> {
  const { url, ...options } = requestOf(channelId, messageId, change);
  const answer = await request<MessageDto | null>(url, options);
  if (answer.ok) return { message: answer.data };
  // Somebody else was quicker: what was to be deleted is gone.
  if (change.type === "delete" && answer.status === 404) return { message: null };
  return { error: answer.error ?? "That didn't work: the connection is lost. Try again when it is back." };
}

function requestOf(channelId: string, messageId: string, change: Change): { url: string } & RequestOptions {
  switch (change.type) {
    case "edit":
      return { url: paths.api.message(channelId, messageId), method: "PATCH", body: { content: change.content } };
    case "delete":
      return { url: paths.api.message(channelId, messageId), method: "DELETE" };
    case "react":
      return {
        url: paths.api.reaction(channelId, messageId, change.emoji),
        method: change.on ? "PUT" : "DELETE",
      };
    case "pin":
      return { url: paths.api.pin(channelId, messageId), method: change.on ? "PUT" : "DELETE" };
  }
}
