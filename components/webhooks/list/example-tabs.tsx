"use client";

import { Tabs } from "radix-ui";
import { useHighlight } from "@/components/chat/message/highlight/use-highlight";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { type Example, examples } from "./examples";

/** Examples of a first message, one tab per language or sender. */
export function ExampleTabs({ url }: { url: string }) {
  const all = examples(url);
  return (
    <Tabs.Root defaultValue={all[0]?.id ?? ""}>
      <Tabs.List aria-label="Examples" className="flex flex-wrap gap-1 border-b pb-2">
        {all.map(({ id, label }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="target-y rounded-md px-2.5 font-medium text-sm text-text-muted transition-colors hover:bg-surface-hover hover:text-text data-[state=active]:bg-surface-selected data-[state=active]:text-text"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {all.map((example) => (
        // The panel needs no tab stop: the button and the code inside have their own.
        <Tabs.Content key={example.id} value={example.id} tabIndex={-1} className="pt-3">
          <ExampleCode example={example} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function ExampleCode({ example: { language, intro, code } }: { example: Example }) {
  const [box, highlighted] = useHighlight<HTMLPreElement>(code, language);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-text-muted">{intro}</p>
        <CopyButton text={code} label="Copy example" size="small" variant="ghost" className="-mx-2.5" />
      </div>
      {/* Lines wrap, because a long URL would push the rest out of view. */}
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
