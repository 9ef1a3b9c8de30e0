"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { useRadix } from "@/components/ui/late-radix";
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
      <LevelItems level={level} levels={levels} describedBy={obstacleId} choose={choose} />
      <PermissionPart obstacleId={obstacleId} />
    </Menu>
  );
}

function LevelItems({ level, levels, describedBy, choose }: LevelItemsProps) {
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.RadioGroup aria-label="Notify me of" aria-describedby={describedBy} value={level} onValueChange={choose}>
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
    )
  );
}

type LevelItemsProps = {
  level: NotificationLevel;
  levels: ReturnType<typeof levelsOf>;
  describedBy: string;
  choose: (value: string) => void;
};
