import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { ask } from "@/lib/browser/data";
import { type RequestOptions, request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";

/** Sends a change of a scheduled message and refreshes the list. Returns null, or an error. */
export async function changeScheduled(address: string, options: RequestOptions): Promise<string | null> {
  const answer = await request(address, options);
  refreshScheduled();
  return answer.ok ? null : (answer.error ?? UNREACHABLE);
}

/** Loads the list and the counts in the sidebar again. */
export function refreshScheduled(): void {
  ask(paths.api.scheduled);
  ask(paths.api.sidebar);
}
