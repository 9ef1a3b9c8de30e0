import type { ComponentProps } from "react";

/**
 * The backdrop of a dialog. Radix's own also keeps the page behind it from being scrolled, by a style sheet that makes the
 * browser style and place everything anew. Pages with dialogs aren't scrolled as a whole, only by their parts.
 */
export function Backdrop(props: ComponentProps<"div">) {
  return <div {...props} className="fixed inset-0 z-40 animate-late bg-overlay [animation-delay:0ms]" />;
}
