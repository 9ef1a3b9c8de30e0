import { MOST_HELD } from "@/components/conversation/run/run";
import { seqOf } from "./in-view";

/**
 * The places of messages that must stay on the page wherever it is scrolled: those being edited, or with something open, and the one
 * with the keyboard's focus, as long as that doesn't make the page grow much.
 */
export function keptMessages(scroller: HTMLElement): number[] {
  const kept = new Set<number>();
  const keep = (element: Element | null) => {
    const message = element?.closest<HTMLElement>("article[data-seq]");
    if (message) kept.add(seqOf(message));
  };
  for (const busy of scroller.querySelectorAll('article textarea, article [aria-haspopup][aria-expanded="true"]')) {
    keep(busy);
  }
  const few = scroller.querySelectorAll("article[data-seq]").length <= 2 * MOST_HELD;
  if (few) keep(scroller.querySelector("article:focus-visible, article :focus-visible"));
  return [...kept];
}
