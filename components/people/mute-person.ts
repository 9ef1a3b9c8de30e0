import { late } from "@/components/ui/late";
import { setMuted } from "@/lib/browser/people";
import { paths } from "@/lib/paths";

const muting = late(() => import("./mute"));

/** Mutes a person at once, or lets them be heard again, and says so with a way back. */
export function mutePerson({ id, name }: { id: string; name: string }, muted: boolean): void {
  const set = (on: boolean) => setMuted(id, on);
  // At once, because the focus goes to what then takes the message's place.
  set(muted);
  const author = { name, url: paths.api.mutePerson(id) };
  void muting.load().then((part) => (part ? part.mute(author, muted, set) : set(!muted)));
}
