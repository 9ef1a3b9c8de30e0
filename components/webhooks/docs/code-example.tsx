import { clsx } from "clsx";
import { highlight } from "@/components/chat/message/highlight/highlight";
import { renderRuns } from "@/components/chat/message/highlight/runs";
import { CopyButton } from "@/components/ui/controls/copy-button";

type CodeExampleProps = { code: string; language: string; label: string; className?: string };

/** A scrollable code block with a copy button, highlighted on the server. */
export function CodeExample({ code, language, label, className }: CodeExampleProps) {
  const runs = highlight(code, language);
  return (
    <figure
      aria-label={label}
      className={clsx(
        "relative max-w-full overflow-hidden rounded-xl border border-border bg-surface-sunken",
        className,
      )}
    >
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className="max-h-144 overflow-auto p-4 pe-14 font-mono text-sm leading-normal -outline-offset-2 [scrollbar-width:thin]"
      >
        <code>{runs ? renderRuns(runs) : code}</code>
      </pre>
      {/* Covers what scrolls under it up to the corner. */}
      <div className="absolute end-0 top-0 bg-surface-sunken py-1.5 pe-1.5">
        <CopyButton text={code} label={`Copy ${label}`} iconOnly />
      </div>
    </figure>
  );
}
