"use client";

import { useHighlight } from "@/components/message/highlight/use-highlight";
import { CopyButton } from "@/components/ui/copy-button";

/** Code as it was written: plain at first, coloured once it was looked at and the highlighter has come to it. It scrolls inside itself. */
export function CodeBlock({ code, info }: { code: string; info: string }) {
  const [box, highlighted] = useHighlight<HTMLPreElement>(code, info);
  return (
    <figure className="group/code relative max-w-full overflow-hidden rounded-lg border border-border bg-surface-sunken">
      {info && (
        <figcaption className="truncate border-border border-b px-3 py-1 pe-12 font-mono text-text-muted text-xs pointer-coarse:py-3.5">
          {info}
        </figcaption>
      )}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className="max-h-128 overflow-auto px-3 py-2.5 pe-12 font-mono text-sm leading-normal -outline-offset-2 [overflow-wrap:normal] [scrollbar-width:thin] [tab-size:4]"
      >
        <code>{highlighted ?? code}</code>
      </pre>
      <CopyButton
        text={code}
        label="Copy code"
        iconOnly
        className="absolute end-1 top-1 bg-surface-sunken pointer-coarse:top-0 opacity-0 focus-visible:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100"
      />
    </figure>
  );
}
