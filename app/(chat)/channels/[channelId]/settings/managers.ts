import type { AccessibleChannel } from "@/lib/channels/access";
import { channelManagers } from "@/lib/channels/members";

const MOST_NAMES = 3;

/** Returns the names of a channel's managers as part of a sentence: "Ada, Grace or 2 more". */
export async function managerNames(accessible: AccessibleChannel): Promise<string> {
  const { names, count } = await channelManagers(accessible, MOST_NAMES);
  const shown = count > names.length ? [...names, `${count - names.length} more`] : names;
  return new Intl.ListFormat("en", { type: "disjunction" }).format(shown) || "an owner or admin";
}
