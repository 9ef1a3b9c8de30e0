import { afterDialog } from "@/components/ui/after-dialog";

/** When the menu of a message that is being muted has closed, gives the focus to the line that then stands for the message. */
export function focusLineOf(seq: number): void {
  afterDialog(() => {
    for (const line of document.querySelectorAll<HTMLElement>("[data-muted-from]")) {
      const { mutedFrom, mutedTo } = line.dataset;
      if (Number(mutedFrom) > seq || Number(mutedTo) < seq) continue;
      line.querySelector("button")?.focus({ preventScroll: true });
      return;
    }
  });
}
