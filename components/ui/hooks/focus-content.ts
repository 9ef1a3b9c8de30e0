// The dialog's own button isn't what someone opened it for.
const CONTROL = "input:not([type=hidden]), textarea, select, button:not([data-close]), [tabindex='0']";

/**
 * When a dialog opens, focuses its first control, else a link in it. Until one has loaded, the dialog itself has the
 * focus, never its Close button.
 */
export function focusContent(event: Event): void {
  const dialog = event.target;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const first = firstIn(dialog);
  (first ?? dialog).focus();
  if (first instanceof HTMLInputElement) first.select();
  if (first) return;
  const observer = new MutationObserver(() => {
    const loaded = document.activeElement === dialog ? firstIn(dialog) : null;
    loaded?.focus();
    if (document.activeElement !== dialog) observer.disconnect();
  });
  observer.observe(dialog, { childList: true, subtree: true });
}

function firstIn(dialog: HTMLElement): HTMLElement | null {
  const usable = (selector: string) =>
    [...dialog.querySelectorAll<HTMLElement>(selector)].find(
      (element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility(),
    );
  return usable(CONTROL) ?? usable("a[href]") ?? null;
}
