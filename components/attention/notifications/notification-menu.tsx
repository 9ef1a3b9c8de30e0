"use client";

import { changeLevel } from "@/components/channels/change-level";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred } from "@/components/ui/deferred/deferred";
import { Menu } from "@/components/ui/overlays/menu";
import { changeChannel, useSidebar } from "@/lib/browser/sidebar";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { choiceOf } from "./levels";

const items = deferred(() => import("./level-items"));

type NotificationMenuProps = {
  channel: { id: string; kind: ChannelKind; allReplies: boolean };
  level: NotificationLevel;
};

/** The bell in a channel's header, which shows the notification level and changes it. */
export function NotificationMenu({ channel, level: rendered }: NotificationMenuProps) {
  // From the sidebar, which follows changes in other tabs.
  const level = useSidebar(({ channels }) => channels.find(({ id }) => id === channel.id)?.notifications ?? rendered);
  const { Icon, label } = choiceOf(level);
  const LevelItems = items.use()?.LevelItems;

  async function choose(next: NotificationLevel): Promise<void> {
    changeChannel(channel.id, { notifications: next });
    if (!(await changeLevel(channel.id, next))) changeChannel(channel.id, { notifications: level });
  }

  return (
    <Menu
      load={items.load}
      trigger={
        <IconButton
          label="Notifications"
          tip={`Notifications: ${label}`}
          aria-description={`Notifications: ${label}`}
          icon={<Icon aria-hidden="true" />}
          side="bottom"
        />
      }
    >
      {LevelItems ? <LevelItems channel={channel} level={level} setLevel={(next) => void choose(next)} /> : null}
    </Menu>
  );
}
