"use client";

import { Tabs } from "radix-ui";
import { ExampleCode } from "./example-code";
import { examples } from "./examples";

/** How to post a first message with each kind of sender; arrows move between the kinds. */
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
        // What is in the panel takes the focus itself.
        <Tabs.Content key={example.id} value={example.id} tabIndex={-1} className="pt-3">
          <ExampleCode example={example} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
