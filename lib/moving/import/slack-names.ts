import { z } from "zod";
import type { Archive } from "./archive";
import { listOf, optionalText } from "./fields";
import type { SlackFiles } from "./slack-files";

const profileSchema = z
  .object({ real_name: optionalText, display_name: optionalText, name: optionalText })
  .partial()
  .catch({});

const authorSchema = z.object({
  user: optionalText,
  ts: optionalText,
  thread_ts: optionalText,
  username: optionalText,
  bot_id: optionalText,
  user_profile: profileSchema,
  bot_profile: z.object({ name: optionalText }).catch({ name: "" }),
});

/** What is only known once all messages are read: an export lists neither partners of shared channels nor every app. */
export type Authors = {
  /** Names by the id of a person or app. */
  names: Map<string, string>;
  /** The ids of people by the folder that they wrote in. */
  byFolder: Map<string, Set<string>>;
  /** The `ts` of messages that have replies. */
  roots: Set<string>;
};

/** Reads all messages for the names of their authors. */
export async function authorsIn(archive: Archive, { folders }: SlackFiles): Promise<Authors> {
  const [names, byFolder, roots] = [new Map<string, string>(), new Map<string, Set<string>>(), new Set<string>()];
  const note = (id: string, name: string) => {
    if (id !== "" && name !== "" && !names.has(id)) names.set(id, name);
  };
  for (const [folder, days] of folders) {
    const people = new Set<string>();
    byFolder.set(folder, people);
    for (const day of days) {
      for (const author of listOf(authorSchema).parse(await archive.json(day))) {
        if (author.user !== "") people.add(author.user);
        if (author.thread_ts !== "" && author.thread_ts !== author.ts) roots.add(author.thread_ts);
        const { real_name, display_name, name } = author.user_profile;
        if (author.bot_id === "") note(author.user, real_name || display_name || name || "");
        note(author.bot_id, author.bot_profile.name || author.username);
      }
    }
  }
  return { names, byFolder, roots };
}
