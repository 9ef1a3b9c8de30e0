import type { ThreadPageDto } from "@/lib/messages/dto";

/** The page of a thread; "gone" when there is no such thread, "failed" when it can't be had just now. Never throws. */
export async function fetchThread(url: string): Promise<ThreadPageDto | "gone" | "failed"> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    if (response.ok) return (await response.json()) as ThreadPageDto;
    return response.status === 404 ? "gone" : "failed";
  } catch {
    return "failed";
  }
}
