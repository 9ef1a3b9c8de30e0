import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

/** Takes one's own status back. Answers null, or the sentence that says why not. */
export async function clearStatus(): Promise<string | null> {
  const answer = await request(paths.api.status, { method: "DELETE" });
  if (answer.ok) return null;
  return answer.error ?? "The status could not be cleared. Check your connection and try again.";
}
