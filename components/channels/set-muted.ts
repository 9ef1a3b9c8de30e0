import { changeChannel } from "@/lib/browser/sidebar";
import { ownKey, readStored, writeStored } from "@/lib/browser/storage";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { changeLevel } from "./change-level";

/** Mutes a channel, or gives it back the level that it had before it was muted here. Returns whether it was saved. */
export async function setChannelMuted(
  { id, kind, notifications }: SidebarChannelDto,
  muted: boolean,
): Promise<boolean> {
  const before = ownKey(`unmuted.${id}`);
  const unmuted = kind === "direct" || readStored(before) === "all" ? "all" : "mentions";
  const level = muted ? "none" : unmuted;
  changeChannel(id, { notifications: level });
  const saved = await changeLevel(id, level);
  if (saved) writeStored(before, muted ? notifications : null);
  else changeChannel(id, { notifications });
  return saved;
}
