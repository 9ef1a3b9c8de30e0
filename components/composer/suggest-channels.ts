import { request } from "@/lib/browser/request";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { matchesName } from "./match";
import type { Suggestion } from "./suggestion";

const MOST = 20;
const KEPT_MS = 30_000;

let kept: { at: number; channels: Promise<SidebarChannelDto[]> } | null = null;

/** The reader's channels by the beginning of a word of their names. */
export async function suggestChannels(query: string): Promise<Suggestion[]> {
  if (!kept || Date.now() - kept.at > KEPT_MS) kept = { at: Date.now(), channels: fetchChannels() };
  const channels = await kept.channels;
  return channels
    .filter(({ kind, name }) => kind !== "direct" && matchesName(name, query))
    .slice(0, MOST)
    .map(({ id, name, kind }) => ({ kind: "channel", id, name, channelKind: kind }));
}

async function fetchChannels(): Promise<SidebarChannelDto[]> {
  const answer = await request<{ channels: SidebarChannelDto[] }>(paths.api.sidebar);
  if (answer.ok) return answer.data.channels;
  kept = null;
  return [];
}
