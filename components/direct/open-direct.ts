import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

/** Opens the direct message with these people, made if there is none yet; nobody but oneself is a note to oneself. */
export async function openDirect(userIds: string[]): Promise<{ channelId: string } | { error: string }> {
  const answer = await request<{ channelId: string }>(paths.api.direct, { method: "POST", body: { userIds } });
  if (answer.ok) return { channelId: answer.data.channelId };
  return { error: answer.error ?? "The conversation could not be opened. Check your connection and try again." };
}
