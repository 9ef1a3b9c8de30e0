import type { AccessibleChannel } from "@/lib/channels/access";
import { channelMembers } from "@/lib/channels/queries";

const MOST_NAMES = 3;

/** Returns the names of a channel's managers as part of a sentence: "Ada, Grace or 2 more". */
export async function managerNames(accessible: AccessibleChannel): Promise<string> {
  const managers = (await channelMembers(accessible)).filter(({ role }) => role === "manager").map(({ name }) => name);
  const shown = managers.slice(0, MOST_NAMES);
  if (managers.length > MOST_NAMES) shown.push(`${managers.length - MOST_NAMES} more`);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(shown) || "an owner or admin";
}
