"use client";

import { useRef } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { SelectField } from "@/components/ui/controls/select-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSavedValue } from "@/components/ui/forms/use-saved";
import { Hash } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import type { DefaultChannelDto } from "@/lib/workspace/dto";

type DefaultChannelsProps = {
  channels: readonly DefaultChannelDto[];
  /** The channels to choose from. */
  choices: readonly DefaultChannelDto[];
  canChange: boolean;
  updateWorkspace: FormAction;
};

/** The channels that new people join. Each change is saved immediately; the last channel can't be removed. */
export function DefaultChannels({ channels, choices, canChange, updateWorkspace }: DefaultChannelsProps) {
  const { shown, change, mark } = useSavedValue(channels, updateWorkspace, (next) => ({
    defaultChannelIds: next.map(({ id }) => id),
  }));
  const list = useRef<HTMLUListElement>(null);
  const others = choices.filter(({ id }) => !shown.some((each) => each.id === id));

  return (
    <div className="flex flex-col gap-3">
      <ul ref={list} aria-label="Default channels" tabIndex={-1} className="divide-y rounded-xl border outline-none">
        {shown.map((channel) => (
          <li key={channel.id} className="flex min-h-11 items-center gap-2 ps-3.5 pe-1.5 text-sm">
            <Hash aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
            <span className="min-w-0 flex-1 truncate">{channel.name}</span>
            {canChange && shown.length > 1 && (
              <IconButton
                label={`Remove ${channel.name}`}
                icon={<X />}
                onClick={() => {
                  // The button disappears with its row.
                  list.current?.focus();
                  void change(shown.filter(({ id }) => id !== channel.id));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <SelectField
          label="Add a default channel"
          aside={mark}
          value=""
          disabled={others.length === 0}
          hint={others.length === 0 ? "Every public channel is a default channel." : "Only public channels."}
          options={[
            { value: "", label: "Choose a channel…" },
            ...others.map(({ id, name }) => ({ value: id, label: `#${name}` })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = others.find(({ id }) => id === value);
            if (chosen) void change([...shown, chosen]);
          }}
        />
      )}
    </div>
  );
}
