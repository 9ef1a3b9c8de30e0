import { request } from "@/lib/browser/request";
import type { ThreadPageDto } from "@/lib/messages/dto";

/** The page of a thread; "gone" when there is no such thread, "failed" when it can't be had just now. Never throws. */
export async function fetchThread(url: string): Promise<ThreadPageDto | "gone" | "failed"> {
  const answer = await request<ThreadPageDto>(url);
  if (answer.ok) return answer.data;
  return answer.status === 404 ? "gone" : "failed";
}
