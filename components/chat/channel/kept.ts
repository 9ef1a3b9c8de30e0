// The open one among them.
const MOST_KEPT = 3;

/** A kept conversation. */
export type Kept<Place> = {
  /** The channel's id. */
  id: string;
  /** Where it is shown, or was last. */
  place: Place;
  open: boolean;
  /** A new number renders it anew. */
  turn: number;
  /** Counts what was opened: the one opened longest ago goes first. */
  opened: number;
  /** The channel's read position, as far as the sidebar knows. */
  read: number;
  /** The read position that it shows while it's hidden. */
  shownRead: number;
};

/**
 * Returns what is kept when the router shows `place`, in a lasting order, because moving an element would lay it out
 * anew; the same array if nothing changes. `opening` is the conversation there, if there is one. `readIn` returns a channel's read position, or null if the channel isn't in
 * the person's sidebar.
 */
export function nextKept<Place extends object>(
  kept: readonly Kept<Place>[],
  place: Place,
  [first]: readonly Kept<Place>[],
  readIn: (id: string) => number | null,
): readonly Kept<Place>[] {
  const latest = Math.max(0, ...kept.map(({ opened }) => opened));
  const known = kept.flatMap((each) =>
    each.id === first?.id ? [shown(each, place, latest)] : hidden(each, readIn(each.id)),
  );
  const all = !first || known.some(({ open }) => open) ? known : [...known, { ...first, opened: latest + 1 }];
  const dropped = all.length > MOST_KEPT ? Math.min(...all.map(({ opened }) => opened)) : null;
  const next = all.filter(({ opened }) => opened !== dropped);
  return next.length === kept.length && next.every((each, at) => each === kept[at]) ? kept : next;
}

function shown<Place extends object>(known: Kept<Place>, place: Place, latest: number): Kept<Place> {
  if (!known.open) return { ...known, place, open: true, opened: latest + 1 };
  const isSame = Object.entries(place).every(([key, value]) => value === Reflect.get(known.place, key));
  return isSame ? known : { ...known, place };
}

function hidden<Place>(known: Kept<Place>, read: number | null): Kept<Place>[] {
  if (read === null) return [];
  if (known.open) return [{ ...known, open: false, read, shownRead: read }];
  if (read === known.read) return [known];
  // Its own report of what was read before it was left may come late.
  const isKnown = read > known.read && read <= known.shownRead;
  return [isKnown ? { ...known, read } : { ...known, read, shownRead: read, turn: known.turn + 1 }];
}

/** Returns what is kept after a conversation was left with everything up to `readAll` read, as it will open again. */
export function settled<Place>(kept: readonly Kept<Place>[], id: string, readAll: number): readonly Kept<Place>[] {
  return kept.map((each) => (each.id === id ? { ...each, shownRead: Math.max(each.shownRead, readAll) } : each));
}

/** Returns what is kept when a hidden conversation will open otherwise than it was left: it is rendered anew. */
export function renewed<Place>(kept: readonly Kept<Place>[], id: string): readonly Kept<Place>[] {
  return kept.map((each) => (each.id === id && !each.open ? { ...each, turn: each.turn + 1 } : each));
}

/**
 * Undoes the `display: none` with which React hides an `Activity`: the frame is hidden in a way that keeps the layout, so
 * that it is painted sooner. Returns a function that stops this.
 */
export function keepLayout(frame: HTMLElement | null): (() => void) | undefined {
  const content = frame?.firstElementChild;
  if (!(content instanceof HTMLElement)) return undefined;
  const keep = () => void content.style.removeProperty("display");
  keep();
  const observer = new MutationObserver(keep);
  observer.observe(content, { attributeFilter: ["style"] });
  return () => observer.disconnect();
}

// What a conversation opens without.
const OPEN = '[aria-haspopup][aria-expanded="true"], article textarea';
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/** Returns what is kept after a conversation was left, which will open as it was left or is rendered anew. */
export function left<Place>(kept: readonly Kept<Place>[], id: string, frame: HTMLElement | null) {
  const messages = frame?.querySelector<HTMLElement>("[data-read-all]");
  const isAsOpened = messages && !frame?.querySelector(OPEN) && !document.querySelector(LAYERS);
  return isAsOpened ? settled(kept, id, Number(messages.dataset.readAll)) : renewed(kept, id);
}
