"use client";

import { Check, Hash, Lock } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { moveTargets } from "./move-targets";

// Up to eight channels a search field only adds noise.
const MANY = 8;

type MoveTargetListProps = {
  channels: ChannelNameDto[];
  chosen: ChannelNameDto | null;
  choose: (channel: ChannelNameDto) => void;
};

/** Channels to choose one from; with many of them, a search over the list. */
export function MoveTargetList({ channels, chosen, choose }: MoveTargetListProps) {
  const [search, setSearch] = useState("");
  const found = moveTargets(channels, "", search);
  return (
    <div className="flex flex-col gap-2">
      {channels.length > MANY && (
        <TextField
          label="Find a channel"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <RadioGroup.Root
        aria-label="Channel"
        value={chosen?.id ?? null}
        onValueChange={(id) => {
          const channel = channels.find((each) => each.id === id);
          if (channel) choose(channel);
        }}
        className="max-h-56 overflow-y-auto rounded-xl border border-border-strong p-1"
      >
        {found.map((channel) => (
          <Target key={channel.id} channel={channel} />
        ))}
      </RadioGroup.Root>
      <p role="status" className={found.length > 0 ? "sr-only" : "text-sm text-text-muted"}>
        {found.length === 0 && "No channel has such a name."}
        {search !== "" && found.length > 0 && `${found.length} found`}
      </p>
    </div>
  );
}

function Target({ channel: { id, name, kind } }: { channel: ChannelNameDto }) {
  const Icon = kind === "private" ? Lock : Hash;
  return (
    <RadioGroup.Item
      value={id}
      className="flex target-y w-full items-center gap-2 rounded-md px-2.5 text-start text-sm -outline-offset-2 hover:bg-surface-hover data-[state=checked]:bg-surface-selected"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {kind === "private" && <span className="sr-only">, private</span>}
      <RadioGroup.Indicator>
        <Check aria-hidden="true" className="size-4 text-accent" />
      </RadioGroup.Indicator>
    </RadioGroup.Item>
  );
}
