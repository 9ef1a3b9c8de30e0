"use client";

import { buttonStyle } from "@/components/ui/button-style";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { choiceOf } from "./levels";
import { useLevel } from "./use-level";

const items = late(() => import("./level-items"));

type NotificationMenuProps = { channel: { id: string; kind: ChannelKind }; level: NotificationLevel };

/** The bell in a channel's header: what it shows is what the channel notifies of, and its menu changes that. */
export function NotificationMenu({ channel, level: rendered }: NotificationMenuProps) {
  const [level, setLevel] = useLevel(channel.id, rendered);
  const { Icon, label } = choiceOf(level);
  const LevelItems = items.use()?.LevelItems;
  return (
    <Menu
      load={items.load}
      trigger={
        <button
          type="button"
          aria-label="Notifications"
          title={`Notifications: ${label}`}
          className={buttonStyle("ghost", "small", "target data-[state=open]:bg-surface-hover")}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      }
    >
      {LevelItems ? <LevelItems kind={channel.kind} level={level} setLevel={setLevel} /> : null}
    </Menu>
  );
}
