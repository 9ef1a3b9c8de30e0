import { setChannelMuted } from "@/components/channels/set-muted";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import { isCustom } from "@/lib/browser/emoji";
import { request } from "@/lib/browser/request";
import { myChannels } from "@/lib/browser/sidebar";
import type { ChannelDto } from "@/lib/channels/dto";
import { parseMoment } from "@/lib/text/moments";
import { paths } from "@/lib/text/paths";
import { contentOf, type Draft } from "./mention-text";

/** What can be written after a slash at the start of a message. The same can be done by mouse elsewhere. */
export const COMMANDS = [
  { name: "invite", usage: "@person", does: "Add people to this channel" },
  { name: "topic", usage: "text", does: "Change this channel's topic" },
  { name: "status", usage: ":emoji: text", does: "Set your status" },
  { name: "remind", usage: "text tomorrow 9:00", does: "Remind yourself" },
  { name: "mute", usage: "", does: "Mute or unmute this channel" },
] as const;

type Name = (typeof COMMANDS)[number]["name"];

const PATTERN = new RegExp(String.raw`^/(${COMMANDS.map(({ name }) => name).join("|")})(?:\s+([\s\S]*))?$`, "i");

/** Returns the command that a text is, or null. */
export function commandIn(text: string): { name: Name; rest: string } | null {
  const [, written = "", rest = ""] = PATTERN.exec(text) ?? [];
  const name = COMMANDS.find((each) => each.name === written.toLowerCase())?.name;
  return name ? { name, rest: rest.trim() } : null;
}

// A word alone: "/etc/hosts" and "/2" aren't meant as commands.
const LOOKS_LIKE_ONE = /^\/[a-z][a-z-]*(?=\s|$)/i;

/** Returns what looks like a command in a text but isn't one, as "/remnd"; null for commands and other messages. */
export function unknownCommandIn(text: string): string | null {
  return commandIn(text) === null ? (LOOKS_LIKE_ONE.exec(text)?.[0] ?? null) : null;
}

let told: string | null = null;

/**
 * Says that there's no such command, unless the text doesn't look like one, or this was said about the same text before:
 * then it's sent as a message. Returns whether it said so.
 */
export function refusesUnknown(text: string): boolean {
  const name = unknownCommandIn(text);
  const isNews = name !== null && told !== text;
  told = isNews ? text : null;
  if (isNews) toast.error(`There's no command ${name}. Send it again to post it as a message.`);
  return isNews;
}

/** Returns the command that a draft is, or null. Names stay as they were written, except of people to invite. */
export function commandOf(draft: Draft): ReturnType<typeof commandIn> {
  const command = commandIn(draft.text.trim());
  return command?.name === "invite" ? commandIn(contentOf(draft)) : command;
}

/**
 * Runs a command in this channel and says what it did. Returns whether it worked; if not, a toast says what to write.
 * With files, it is refused.
 */
export async function runCommand(
  { name, rest }: { name: Name; rest: string },
  channel: ChannelDto,
  hasFiles: boolean,
): Promise<boolean> {
  const outcome = hasFiles ? { error: WITH_FILES } : await runs[name](rest, channel);
  if ("done" in outcome) toast.success(outcome.done);
  else if (outcome.error !== null) toast.error(outcome.error);
  return "done" in outcome;
}

/** What a command did. The error is null if it has been shown already. */
type Outcome = { done: string } | { error: string | null };

const WITH_FILES = "Commands can't have files. Remove the files, or write \\/ instead of / to send this as a message.";

const runs: Record<Name, (rest: string, channel: ChannelDto) => Promise<Outcome>> = {
  invite: async (people, { id, name }) => {
    const answer = await request<{ added: number }>(paths.api.members(id), { method: "POST", body: { people } });
    if (!answer.ok) return { error: answer.error ?? UNREACHABLE };
    const { added } = answer.data;
    return { done: added === 1 ? `Added to #${name}` : `${added} people added to #${name}` };
  },
  topic: async (topic, { id }) => {
    const answer = await request(paths.api.topic(id), { method: "PUT", body: { topic } });
    if (!answer.ok) return { error: answer.error ?? UNREACHABLE };
    return { done: topic === "" ? "Topic removed" : "Topic changed" };
  },
  status: async (rest) => {
    const { emoji, text } = await statusIn(rest);
    if (rest === "") {
      const answer = await request(paths.api.status, { method: "DELETE" });
      return answer.ok ? { done: "Status cleared" } : { error: answer.error ?? UNREACHABLE };
    }
    const answer = await request(paths.api.status, { method: "PUT", body: { emoji, text, endsAt: null } });
    return answer.ok ? { done: "Status set" } : { error: answer.error ?? UNREACHABLE };
  },
  remind: async (rest) => {
    const said = parseMoment(rest.replace(/^me\s+(?:to\s+)?/i, ""), new Date());
    if (!said || said.rest === "") {
      return { error: "Write what and when, as /remind call Bo in 20 minutes, or /remind report tomorrow 9:00." };
    }
    const body = { text: said.rest, remindAt: said.at.toISOString() };
    const answer = await request(paths.api.reminders, { method: "POST", body });
    return answer.ok ? { done: "We'll remind you. See it under Later." } : { error: answer.error ?? UNREACHABLE };
  },
  mute: async (_, { id }) => {
    const mine = myChannels().find((each) => each.id === id);
    if (!mine) return { error: "Join this channel to mute it." };
    const muted = mine.notifications === "none";
    if (!(await setChannelMuted(mine, !muted))) return { error: null };
    return { done: muted ? "Unmuted" : "Muted: this channel doesn't notify you" };
  },
};

/** Splits a status into the emoji or shortcode that it begins with, and the rest. */
async function statusIn(rest: string): Promise<{ emoji: string; text: string }> {
  const code = /^:([a-z0-9_+-]+):\s*/i.exec(rest);
  if (code) {
    const name = code[1]?.toLowerCase() ?? "";
    const { emojiNamed } = await import("@/lib/messages/emoji/table/emoji-named");
    const found = isCustom(`:${name}:`) ? `:${name}:` : emojiNamed(name);
    if (found !== undefined) return { emoji: found, text: rest.slice(code[0].length) };
  }
  const emoji = /^\p{RGI_Emoji}/v.exec(rest)?.[0] ?? "";
  return { emoji, text: rest.slice(emoji.length).trim() };
}
