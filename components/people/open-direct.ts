import { paths } from "@/lib/paths";

/** Opens the direct message with these people, made if there is none yet; nobody but oneself is a note to oneself. */
export async function openDirect(userIds: string[]): Promise<{ channelId: string } | { error: string }> {
  try {
    const response = await fetch(paths.api.direct, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ userIds }),
      signal: AbortSignal.timeout(15_000),
    });
    const answer = (await response.json()) as { channelId?: string; error?: string };
    if (response.ok && answer.channelId) return { channelId: answer.channelId };
    return { error: answer.error ?? "The conversation could not be opened. Try again." };
  } catch {
    return { error: "The conversation could not be opened. Check your connection and try again." };
  }
}
