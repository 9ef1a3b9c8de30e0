import { afterDialog } from "@/components/ui/after-dialog";

/**
 * Marks what a message says, once every dialog has gone. A finger can't mark text in a message, where resting on it means the
 * message as a whole; from here on it can, until nothing of it is marked any more.
 */
export function selectText(article: HTMLElement | null): void {
  const said = article?.querySelector("[data-said]");
  if (!article || !said) return;
  afterDialog(() => {
    article.dataset.selecting = "";
    getSelection()?.selectAllChildren(said);
    const listening = new AbortController();
    const onChange = () => {
      const selection = getSelection();
      if (selection && !selection.isCollapsed && selection.containsNode(said, true)) return;
      delete article.dataset.selecting;
      listening.abort();
    };
    document.addEventListener("selectionchange", onChange, { signal: listening.signal });
  });
}
