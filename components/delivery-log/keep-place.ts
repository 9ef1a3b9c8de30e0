/**
 * Lets `change` add rows to the list without moving what the reader looks at: the row that has the focus or is open, or else
 * the first one that can be seen once the list's beginning has been scrolled away.
 */
export function keepPlace(list: HTMLElement | null, change: () => void): void {
  const scroller = list && scrollerOf(list);
  const row = list && scroller && rowToKeep(list, scroller);
  const before = row?.getBoundingClientRect().top ?? 0;
  change();
  if (!row?.isConnected) return;
  const moved = row.getBoundingClientRect().top - before;
  if (moved !== 0) scroller?.scrollBy({ top: moved, behavior: "instant" });
}

function rowToKeep(list: HTMLElement, scroller: HTMLElement): Element | undefined {
  const rows = [...list.children];
  const busy =
    rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.matches("[data-open]"));
  const top = scroller.getBoundingClientRect().top;
  if (busy || list.getBoundingClientRect().top >= top) return busy;
  return rows.find((row) => row.getBoundingClientRect().bottom > top);
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}
