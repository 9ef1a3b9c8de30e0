/** The layout's breakpoint for phones, whose screens have no room beside a button or the sidebar. */
export const PHONE = "(width < 48rem)";

/** Returns whether the screen is as narrow as a phone's. */
export function isPhone(): boolean {
  return window.matchMedia(PHONE).matches;
}
