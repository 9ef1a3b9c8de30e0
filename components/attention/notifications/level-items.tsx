"use client";

import { useId, useState } from "react";
import { changeNotifications } from "@/components/channels/change-level";
import { askPermission, usePermission } from "@/components/frame/permission";
import { obstacle } from "@/components/frame/permission-text";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { itemStyle } from "@/components/ui/deferred/menu-parts";
import { Check, Settings } from "@/components/ui/icons/icons";
import { MessagesSquare, MonitorDot } from "@/components/ui/icons/more-icons";
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { accountPaths } from "@/lib/text/account-paths";
import { levelsOf } from "./levels";

type LevelItemsProps = {
  channel: { id: string; kind: ChannelKind; allReplies: boolean };
  level: NotificationLevel;
  setLevel: (level: NotificationLevel) => void;
};

/** Menu items for a channel's notification level, and to turn on desktop notifications. */
export function LevelItems({ channel, level, setLevel }: LevelItemsProps) {
  const Radix = useRadix()?.DropdownMenu;
  const obstacleId = useId();
  const levels = levelsOf(channel.kind);
  const choose = (value: string) => {
    const chosen = levels.find((each) => each.value === value);
    if (chosen) setLevel(chosen.value);
  };
  return (
    Radix && (
      <>
        <Radix.RadioGroup
          aria-label="Notify me about"
          aria-describedby={obstacleId}
          value={level}
          onValueChange={choose}
        >
          <MenuLabel>Notify me about</MenuLabel>
          {levels.map(({ value, label: text, Icon: ItemIcon }) => (
            <Radix.RadioItem key={value} value={value} className={itemStyle}>
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
        <AllReplies channel={channel} />
        <PermissionItems obstacleId={obstacleId} />
        <MenuSeparator />
        <MenuLink href={accountPaths.notifications} icon={<Settings aria-hidden="true" />}>
          Notification settings
        </MenuLink>
      </>
    )
  );
}

/** Makes the user follow every thread of the channel that gets a reply. */
function AllReplies({ channel }: Pick<LevelItemsProps, "channel">) {
  const Radix = useRadix()?.DropdownMenu;
  const [on, setOn] = useState(channel.allReplies);
  const change = async (next: boolean) => {
    setOn(next);
    if (!(await changeNotifications(channel.id, { allReplies: next }))) setOn(!next);
  };
  return (
    Radix && (
      <>
        <MenuSeparator />
        <Radix.CheckboxItem
          checked={on}
          onCheckedChange={(next) => void change(next)}
          onSelect={(event) => event.preventDefault()}
          className={itemStyle}
        >
          <MessagesSquare aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
          <span className="flex-1">All replies in threads</span>
          <span className="flex size-4 shrink-0 items-center justify-center text-accent">
            <Radix.ItemIndicator>
              <Check aria-hidden="true" className="size-4" />
            </Radix.ItemIndicator>
          </span>
        </Radix.CheckboxItem>
      </>
    )
  );
}

/** Turns on desktop notifications, or explains why that's not possible. Renders nothing once they are on. */
function PermissionItems({ obstacleId }: { obstacleId: string }) {
  const permission = usePermission();
  if (permission === null || permission === "granted") return null;
  return (
    <>
      <MenuSeparator />
      {permission === "default" ? (
        <MenuItem icon={<MonitorDot aria-hidden="true" />} onSelect={() => void askPermission()}>
          Turn on desktop notifications…
        </MenuItem>
      ) : (
        <MenuLabel id={obstacleId}>{obstacle(permission)}</MenuLabel>
      )}
    </>
  );
}
