/** What F6 focuses in each region, in order. A region whose element isn't on the page is left out. */
const REGIONS = [
  "nav[aria-label=Channels] [data-row]:not([tabindex='-1'])",
  "[data-messages] article[tabindex='0'], #content:not(:has([data-messages]))",
  "[data-composer=channel]",
  "[data-thread] textarea, section[aria-label=Details] [role=tab][aria-selected=true]",
];

/** Focuses the next region of the page, or the previous one. */
export function goToRegion(by: 1 | -1): void {
  const goals = REGIONS.map((selector) => [...document.querySelectorAll<HTMLElement>(selector)].find(isShown));
  const there = goals.filter((goal) => goal !== undefined);
  there[nextRegion(there.map(regionOf), by)]?.focus();
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** Returns whether the focus is in the same region as this element. */
function regionOf(goal: HTMLElement): boolean {
  const region = goal.closest("[data-thread]") ?? goal.closest("form, section, nav, main");
  return region?.contains(document.activeElement) ?? false;
}

/** Returns the index of the region after or before the one with the focus, wrapping around. */
export function nextRegion(focused: readonly boolean[], by: 1 | -1): number {
  const at = focused.lastIndexOf(true);
  if (at < 0) return by === 1 ? 0 : focused.length - 1;
  return (at + by + focused.length) % focused.length;
}
