import type { ReactNode } from "react";
import { PageHeader } from "@/components/frame/page-header";
import { type LinkTab, LinkTabs } from "@/components/ui/controls/link-tabs";

type SettingsFrameProps = {
  title: string;
  note?: ReactNode;
  tabs: readonly LinkTab[];
  /** Parley's version. */
  version: string;
  children: ReactNode;
};

/** The frame of settings in several tabs: header, tabs and the scrolling page below them, which ends with the version. */
export function SettingsFrame({ title, note, tabs, version, children }: SettingsFrameProps) {
  return (
    <>
      <PageHeader title={title} note={note} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-4xl px-4 pt-4 pb-16 sm:px-6">
          <LinkTabs label={title} tabs={tabs} />
          {children}
          <p className="mt-12 text-text-muted text-xs">Parley {version}</p>
        </div>
      </div>
    </>
  );
}
