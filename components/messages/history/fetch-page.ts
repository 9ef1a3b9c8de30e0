import type { MessagePageDto } from "@/lib/messages/dto";

/** The page, or null when it can't be had just now: the bar above says why. */
export async function fetchPage(url: string): Promise<MessagePageDto | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    return response.ok ? ((await response.json()) as MessagePageDto) : null;
  } catch {
    return null;
  }
}
