"use client";

import { useHighlight } from "@/components/message/highlight/use-highlight";
import { CopyButton } from "@/components/ui/copy-button";
import type { Example } from "./examples";

/** One way to post a first message: what it is for, and the code with the webhook's own URL. */
export function ExampleCode({ example: { language, intro, code } }: { example: Example }) {
  const [box, highlighted] = useHighlight<HTMLPreElement>(code, language);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-text-muted">{intro}</p>
        <CopyButton text={code} label="Copy example" size="small" variant="ghost" className="-mx-2.5" />
      </div>
      {/* A long URL would hide everything that stands behind it, so lines wrap. */}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap rounded-lg border bg-surface-sunken p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
      >
        <code>{highlighted ?? code}</code>
      </pre>
    </>
  );
}
