import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Change } from "./local-change";

/** The message as the server has it now, null when it is deleted; or one sentence on why nothing changed. */
export type ChangeOutcome = { message: MessageDto | null } | { error: string };

/** Asks the server to change a message. Never throws. */
export async function requestChange(channelId: string, messageId: string, change: Change): Promise<ChangeOutcome> {
  const { url, method, body } = requestOf(channelId, messageId, change);
  try {
    const response = await fetch(url, {
      method,
      ...(body ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    if (response.ok) return { message: response.status === 204 ? null : ((await response.json()) as MessageDto) };
    // Somebody else was quicker: what was to be deleted is gone.
    if (change.type === "delete" && response.status === 404) return { message: null };
    const { error } = (await response.json()) as { error?: string };
    return { error: error ?? "That didn't work. Try again." };
  } catch {
    return { error: "That didn't work: the connection is lost. Try again when it is back." };
  }
}

function requestOf(channelId: string, messageId: string, change: Change) {
  switch (change.type) {
    case "edit":
      return { url: paths.api.message(channelId, messageId), method: "PATCH", body: { content: change.content } };
    case "delete":
      return { url: paths.api.message(channelId, messageId), method: "DELETE", body: null };
    case "react":
      return {
        url: paths.api.reaction(channelId, messageId, change.emoji),
        method: change.on ? "PUT" : "DELETE",
        body: null,
      };
    case "pin":
      return { url: paths.api.pin(channelId, messageId), method: change.on ? "PUT" : "DELETE", body: null };
  }
}
