/** A message in view, or the line that stands for muted ones, and how far below the window's upper edge it begins. */
export type Shown = { element: HTMLElement; seq: number; top: number };

/** The messages in view, from the topmost on. */
export function messagesInView(scroller: HTMLElement): Shown[] {
  const { top, bottom } = scroller.getBoundingClientRect();
  const all = rowsOf(scroller);
  const shown: Shown[] = [];
  for (let at = firstEndingBelow(all, top); at < all.length; at += 1) {
    const element = all[at];
    const box = element?.getBoundingClientRect();
    if (!element || !box || box.top >= bottom) break;
    shown.push({ element, seq: seqOf(element), top: box.top });
  }
  return shown;
}

/**
 * The places between which everything is in view, or within `margin` pixels of it; without an end where no row is farther away. A
 * line may stand for many muted messages, and then none of them is counted as far away.
 */
export function placesNear(scroller: HTMLElement, margin: number): { first: number; last: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  const all = rowsOf(scroller);
  const above = all[firstEndingBelow(all, top - margin) - 1];
  const below = all[firstEndingBelow(all, bottom + margin) + 1];
  return {
    first: above ? seqOf(above) + 1 : Number.NEGATIVE_INFINITY,
    last: below ? Number(below.dataset.mutedTo ?? seqOf(below)) - 1 : Number.POSITIVE_INFINITY,
  };
}

/** A message's place by its element; of a line for muted ones, that of their first. */
export function seqOf({ dataset }: HTMLElement): number {
  return Number(dataset.seq ?? dataset.mutedFrom);
}

/** Browsers remember this list until the page changes, so that it costs a scroll event nothing. */
function rowsOf(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName("article");
}

/** They stand below each other, so half of them are ruled out with every look. */
function firstEndingBelow(elements: HTMLCollectionOf<HTMLElement>, top: number): number {
  let from = 0;
  let to = elements.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle;
    else from = middle + 1;
  }
  return from;
}
