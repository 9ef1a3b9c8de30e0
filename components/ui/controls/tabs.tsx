"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** The classes of a tab. */
const tabStyle =
  "-mb-px flex target-y items-center border-transparent border-b-2 px-3 py-2 font-medium text-sm text-text-muted -outline-offset-2 transition-colors hover:text-text data-[state=active]:border-accent data-[state=active]:text-text";

type TabsProps<Value extends string> = {
  /** The tab list's accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
};

/** Tabs above their content, which fills the remaining height and scrolls. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((each) => each.value === chosen);
        if (tab) onChange(tab.value);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Radix.List
        aria-label={label}
        className="flex shrink-0 overflow-x-auto border-border border-b px-1 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={tabStyle}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

type CodeTabsProps = { label: string; tabs: readonly { id: string; label: string; panel: ReactNode }[] };

/** The same example in several languages, one at a time. */
export function CodeTabs({ label, tabs }: CodeTabsProps) {
  return (
    <Radix.Root defaultValue={tabs[0]?.id ?? ""} className="min-w-0">
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-border border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={tabStyle}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="rounded-xl pt-3">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
