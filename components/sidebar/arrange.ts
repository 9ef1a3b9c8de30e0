import { toast } from "@/components/ui/overlays/toaster";
import { ask } from "@/lib/browser/data";
import { type RequestOptions, request } from "@/lib/browser/request";
import { changeChannel, changeSidebar } from "@/lib/browser/sidebar";
import type { SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";
import type { FormResult } from "@/lib/text/form-result";
import { paths } from "@/lib/text/paths";

type Placement = Partial<Pick<SidebarChannelDto, "starred" | "section">>;

/** Stars a channel or moves it to a section: shows that immediately, then saves it. */
export async function place(channelId: string, placement: Placement): Promise<void> {
  changeChannel(channelId, placement);
  await save(paths.api.placement(channelId), { method: "PUT", body: placement });
}

/** Creates a section and moves the channel there, if there is one. */
export async function createSection(name: string, channelId: string | null): Promise<FormResult> {
  const answer = await request<{ key: string }>(paths.api.sections, { method: "POST", body: { name } });
  if (!answer.ok) return refused(answer.error);
  const { key } = answer.data;
  changeSections((sections) => {
    const at = sections.findIndex((each) => each.key === "channels");
    const others = sections.filter((each) => each.key !== key);
    return others.toSpliced(at, 0, { key, name, collapsed: false });
  });
  if (channelId !== null) await place(channelId, { section: key, starred: false });
  return { ok: true, data: undefined };
}

/** Renames a section. */
export async function renameSection(key: string, name: string): Promise<FormResult> {
  const answer = await request(paths.api.sections, { method: "PATCH", body: { key, name } });
  if (!answer.ok) return refused(answer.error);
  changeSections((sections) => sections.map((each) => (each.key === key ? { ...each, name } : each)));
  return { ok: true, data: undefined };
}

/** Collapses or expands a section. */
export async function collapse(key: string, collapsed: boolean): Promise<void> {
  changeSections((sections) => sections.map((each) => (each.key === key ? { ...each, collapsed } : each)));
  await save(paths.api.sections, { method: "PATCH", body: { key, collapsed } });
}

/** Puts the sections in this order. Ones that aren't listed, such as *Starred* while it's empty, come first. */
export async function order(keys: readonly string[]): Promise<void> {
  let all: string[] = [];
  changeSections((sections) => {
    const unlisted = sections.filter(({ key }) => !keys.includes(key));
    all = [...unlisted.map(({ key }) => key), ...keys];
    return sections.toSorted((a, b) => all.indexOf(a.key) - all.indexOf(b.key));
  });
  await save(paths.api.sections, { method: "PUT", body: { order: all } });
}

/** Moves a section up or down past the next one that is shown. */
export async function moveSection(key: string, by: -1 | 1): Promise<void> {
  await order(moved(shownSections(), key, by));
}

/** Returns the keys with this one moved one up or down; the same keys if it's already at that end. */
export function moved(keys: readonly string[], key: string, by: -1 | 1): readonly string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  return from < 0 || to < 0 || to >= keys.length ? keys : keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** Returns the keys with this one right before or after another. */
export function placedAt(
  keys: readonly string[],
  key: string,
  side: "before" | "after",
  other: string,
): readonly string[] {
  if (key === other) return keys;
  const rest = keys.filter((each) => each !== key);
  const at = rest.indexOf(other);
  return at < 0 ? keys : rest.toSpliced(side === "before" ? at : at + 1, 0, key);
}

/** Returns the keys of the sections that the sidebar shows, in order. */
export function shownSections(): string[] {
  return [...document.querySelectorAll<HTMLElement>("[data-section]")].map(({ dataset }) => dataset.section ?? "");
}

/** Moves a channel to the section with this key: one that everyone has, or one of the person's own. */
export function moveTo(channelId: string, key: string): Promise<void> {
  if (key === "starred") return place(channelId, { starred: true });
  return place(channelId, { starred: false, section: key === "channels" || key === "direct" ? null : key });
}

/** Deletes a section. Returns why it failed, or null. */
export async function deleteSection(key: string): Promise<string | null> {
  const answer = await request(paths.api.sections, { method: "DELETE", body: { key } });
  if (!answer.ok && answer.status !== 404) return answer.error ?? NOT_SAVED;
  ask(paths.api.sidebar);
  return null;
}

const NOT_SAVED = "That wasn't saved. Check your connection and try again.";

function refused(error: string | null): FormResult {
  return { ok: false, error: error ?? NOT_SAVED, ...(error !== null && { field: "name" }) };
}

function changeSections(how: (sections: SidebarSectionDto[]) => SidebarSectionDto[]): void {
  changeSidebar((sidebar) => ({ ...sidebar, sections: how(sidebar.sections) }));
}

async function save(url: string, options: RequestOptions): Promise<void> {
  const answer = await request(url, options);
  if (answer.ok) return;
  toast.error(answer.error ?? NOT_SAVED);
  ask(paths.api.sidebar);
}
