import type { ReactNode } from "react";
import { PageHeader } from "@/components/channels/page-header";
import { SettingsBack } from "@/components/channels/settings-back";
import { SettingsTabs } from "@/components/channels/settings-tabs";
import { settingsChannel } from "./settings-channel";

type LayoutProps = { params: Promise<{ channelId: string }>; children: ReactNode };

/** The settings of a channel, for its members only. */
export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { channelId } = await params;
  const { channel } = await settingsChannel(channelId);
  return (
    <>
      <PageHeader title="Channel settings" note={`#${channel.name}`}>
        <SettingsBack channelId={channelId} name={channel.name} />
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl px-4 pt-4 pb-16 sm:px-6">
          <SettingsTabs channelId={channelId} />
          <div className="pt-6">{children}</div>
        </div>
      </div>
    </>
  );
}
