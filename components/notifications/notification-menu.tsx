"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { changeLevel } from "./change-level";
import { choiceOf } from "./levels";

const items = late(() => import("./level-items"));

type NotificationMenuProps = {
  channel: { id: string; kind: ChannelKind; allReplies: boolean };
  level: NotificationLevel;
};

/** The bell in a channel's header, which shows the notification level and changes it. */
export function NotificationMenu({ channel, level: rendered }: NotificationMenuProps) {
  const [level, setLevel] = useLevel(channel.id, rendered);
  const { Icon, label } = choiceOf(level);
  const LevelItems = items.use()?.LevelItems;
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
      {LevelItems ? <LevelItems channel={channel} level={level} setLevel={setLevel} /> : null}
    </Menu>
  );
}

/** Returns the channel's level and a setter. Changes show immediately and are undone if the server refuses. */
function useLevel(
  channelId: string,
  rendered: NotificationLevel,
): [NotificationLevel, (level: NotificationLevel) => void] {
  const [level, setLevel] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  // The level was changed in another tab or in the palette.
  if (before !== rendered) {
    setBefore(rendered);
    setLevel(rendered);
  }
  const choose = async (next: NotificationLevel) => {
    setLevel(next);
    if (!(await changeLevel(channelId, next))) setLevel(rendered);
  };
  return [level, (next) => void choose(next)];
}
