import { deferred } from "@/components/ui/deferred/deferred";
import { setPersonMuted } from "@/lib/browser/people";
import { paths } from "@/lib/text/paths";

const muting = deferred(() => import("./mute"));

/** Mutes or unmutes a person immediately, and shows a toast with Undo. */
export function mutePerson({ id, name }: { id: string; name: string }, muted: boolean): void {
  const set = (on: boolean) => setPersonMuted(id, on);
  // Before loading the rest, because the focus moves to the line that replaces the message.
  set(muted);
  const author = { name, url: paths.api.mutePerson(id) };
  void muting.load().then((part) => (part ? part.mute(author, muted, set) : set(!muted)));
}
