import { markdownWithEmoji } from "@/lib/messages/emoji/emoji";
import { changeOutsideCode } from "@/lib/messages/markdown/mention-grammar";
import { outsideCode } from "@/lib/messages/markdown/outside-code";
import { type Channel, channelKey } from "./mattermost-lines";
import type { ParleyIds } from "./source";

/** Returns the name of a public channel, by its key. Links to others show it only to their people. */
export type ChannelNames = ReadonlyMap<string, string>;

/** Returns the names of an export's public channels. */
export const channelNames = (channels: readonly Channel[]): ChannelNames =>
  new Map(
    channels.flatMap(({ team, name, display_name, type }) =>
      type === "O" ? [[channelKey(team, name), display_name || name] as const] : [],
    ),
  );

/** Where a text is: its team, and the teams of the channels that its message names. */
export type TextPlace = { team: string; teams?: ReadonlyMap<string, string>; names: ChannelNames };

/** Converts a text of Mattermost, which is Markdown: mentions, links to channels and emoji. */
export function markdownOf(written: string, known: ParleyIds, place: TextPlace): string {
  return markdownWithEmoji(withChannels(withPeople(written, known), place));
}

/** Replaces `@username` by a mention, and `@all` by `@everyone`, outside of code. */
function withPeople(written: string, known: ParleyIds): string {
  if (!written.includes("@")) return written;
  return changeOutsideCode(written, (piece) =>
    piece.replace(/(?<![\w@./])@([a-z0-9][a-z0-9._-]*)/gi, (whole, name: string) => {
      if (/^(?:all|channel)$/i.test(name)) return "@everyone";
      // A dot at the end belongs to the sentence.
      for (let end = name.length; end > 0; end -= 1) {
        const person = known.person(name.slice(0, end).toLowerCase());
        if (person !== null) return `<@${person}>${name.slice(end)}`;
        if (!/[._-]/.test(name.charAt(end - 1))) break;
      }
      return whole;
    }),
  );
}

/** Replaces `~channel` by the channel's name, outside of code and URLs. */
export function withChannels(written: string, { team, teams, names }: TextPlace): string {
  if (!written.includes("~")) return written;
  return outsideCode(written, (piece) =>
    piece.replace(/(?<![\w~])~([a-z0-9][a-z0-9._-]*)/gi, (whole, name: string) => {
      for (let end = name.length; end > 0; end -= 1) {
        const channel = name.slice(0, end).toLowerCase();
        const shown = names.get(channelKey(teams?.get(channel) ?? team, channel));
        if (shown !== undefined) return `#${shown}${name.slice(end)}`;
        if (!/[._-]/.test(name.charAt(end - 1))) break;
      }
      return whole;
    }),
  );
}
