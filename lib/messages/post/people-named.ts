import { mentionsIn, personIds, withPeople } from "@/lib/messages/markdown/mention-grammar";
import { withNamesAsIds } from "@/lib/messages/post/send-message";
import { AppError } from "@/lib/text/errors";
import { cut } from "@/lib/text/text";

// Between names.
const SEPARATORS = /[\s,;]+|\band\b/g;
const LONGEST_SHOWN = 80;

/**
 * Returns the ids of the people in a list of names, as "@Ann, @Bo Lee". Throws `invalid` if there are none, and if there is
 * anything else, which it names.
 */
export async function peopleNamed(writerId: bigint, list: string): Promise<bigint[]> {
  const named = await withNamesAsIds(writerId, list);
  const { ids, groupIds } = mentionsIn(named);
  if (groupIds.length > 0) {
    throw new AppError("invalid", "Groups can't be added to a channel. Write /invite and its people.");
  }
  const [unknown] = withPeople(named, () => "\n")
    .split("\n")
    .map((part) => part.replace(SEPARATORS, " ").trim())
    .filter((part) => part !== "");
  if (unknown !== undefined) {
    const shown = cut(unknown, LONGEST_SHOWN);
    throw new AppError(
      "invalid",
      `No one was added: it isn't clear who ${shown} is. Choose people from the list at @.`,
    );
  }
  if (ids.length === 0) throw new AppError("invalid", "Write /invite and the people to add, as /invite @Ann.");
  return personIds(ids);
}
