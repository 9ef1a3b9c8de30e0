import { Highlighter } from "./highlighter";

/** The page's one highlighter. Its worker is loaded with the first code that comes into view while the page has time. */
export const pageHighlighter = new Highlighter(
  (heard, broken) => {
    const worker = new Worker(new URL("./highlight.worker.ts", import.meta.url));
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = broken;
    return worker;
  },
  (run) => {
    if (document.hidden) document.addEventListener("visibilitychange", () => soon(run), { once: true });
    else soon(run);
  },
);

function soon(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls `seen` once the element is in view, or about to be; not any more after the returned function is called. */
export function whenSeen(element: Element, seen: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: "300px" },
  );
  waiting.set(element, () => {
    leave();
    seen();
  });
  observer.observe(element);
  const leave = () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
  return leave;
}
