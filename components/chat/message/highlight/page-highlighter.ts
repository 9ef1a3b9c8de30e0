import { whenIdle } from "@/components/ui/hooks/when-idle";
import { Highlighter } from "./highlighter";

/** The page's only highlighter. Created for the first code in view; its worker starts when the page is idle. */
export const pageHighlighter = new Highlighter(
  (heard, broken) => {
    const worker = new Worker(new URL("./highlight.worker.ts", import.meta.url));
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = broken;
    return worker;
  },
  (run) => {
    if (document.hidden) document.addEventListener("visibilitychange", () => whenIdle(run), { once: true });
    else whenIdle(run);
  },
);
