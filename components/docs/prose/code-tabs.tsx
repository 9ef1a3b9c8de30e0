"use client";

import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { tabStyle } from "@/components/ui/tabs";

type CodeTabsProps = { label: string; tabs: readonly { id: string; label: string; panel: ReactNode }[] };

/** The same thing said in several languages, one of which shows. */
export function CodeTabs({ label, tabs }: CodeTabsProps) {
  return (
    <Tabs.Root defaultValue={tabs[0]?.id ?? ""} className="min-w-0">
      <Tabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-border border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.id} value={tab.id} className={tabStyle}>
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab.id} value={tab.id} className="rounded-xl pt-3">
          {tab.panel}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
