"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { useId } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Menu, MenuLabel } from "@/components/ui/menu";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { choiceOf, levelsOf } from "./levels";
import { PermissionPart } from "./permission-part";
import { useLevel } from "./use-level";

type NotificationMenuProps = { channel: { id: string; kind: ChannelKind }; level: NotificationLevel };

/** The bell in a channel's header: what it shows is what the channel notifies of, and its menu changes that. */
export function NotificationMenu({ channel, level: rendered }: NotificationMenuProps) {
  const [level, setLevel] = useLevel(channel.id, rendered);
  const { Icon, label } = choiceOf(level);
  const levels = levelsOf(channel.kind);
  const obstacleId = useId();
  const choose = (value: string) => {
    const chosen = levels.find((each) => each.value === value);
    if (chosen) setLevel(chosen.value);
  };
  return (
    <Menu
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
      <Radix.RadioGroup aria-label="Notify me of" aria-describedby={obstacleId} value={level} onValueChange={choose}>
        <MenuLabel>Notify me of</MenuLabel>
        {levels.map(({ value, label: text, Icon: ItemIcon }) => (
          <Radix.RadioItem
            key={value}
            value={value}
            className="flex target-y cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-surface-hover"
          >
            <ItemIcon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
            <span className="flex-1">{text}</span>
            <span className="flex size-4 shrink-0 items-center justify-center text-accent">
              <Radix.ItemIndicator>
                <Check aria-hidden="true" className="size-4" />
              </Radix.ItemIndicator>
            </span>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
      <PermissionPart obstacleId={obstacleId} />
    </Menu>
  );
}
