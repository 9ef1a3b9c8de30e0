import { request } from "@/lib/browser/request";
import type { MessagePageDto } from "@/lib/messages/dto";

/** The page, or null when it can't be had just now: the bar above says why. */
export async function fetchPage(url: string): Promise<MessagePageDto | null> {
  const answer = await request<MessagePageDto>(url);
  return answer.ok ? answer.data : null;
}
