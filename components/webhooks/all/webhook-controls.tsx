"use client";

import { SelectField } from "@/components/ui/controls/select-field";
import { FilterField } from "@/components/ui/lists/filter-field";
import type { WebhookCountsDto } from "@/lib/webhooks/dto";
import { channelLabel, type WebhookFilter } from "./webhook-filter";

type WebhookControlsProps = {
  channels: WebhookCountsDto["channels"];
  filter: WebhookFilter;
  change: (filter: Partial<WebhookFilter>) => void;
};

const states = [
  { value: "", label: "All states" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "failing", label: "Failing" },
  { value: "silent", label: "Silent" },
];

const sorts = [
  { value: "", label: "Name" },
  { value: "channel", label: "Channel" },
  { value: "state", label: "State" },
  { value: "used", label: "Last used" },
  { value: "created", label: "Newest" },
];

/** Search, state and channel of the list, and its order where the table has no headings to sort by. */
export function WebhookControls({ channels, filter, change }: WebhookControlsProps) {
  const choices = channels.map(({ id, name, count }) => ({ value: id, label: `${channelLabel(name)} (${count})` }));
  return (
    <search aria-label="Find webhooks" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr]">
      <FilterField
        label="Search"
        className="max-lg:col-span-full"
        placeholder="Name, description, channel or creator"
        value={filter.q}
        change={(q) => change({ q })}
      />
      <SelectField
        label="State"
        options={states}
        value={filter.state}
        onChange={(event) => change({ state: event.target.value })}
      />
      <SelectField
        label="Channel"
        options={[{ value: "", label: "All channels" }, ...choices]}
        value={filter.channel}
        onChange={(event) => change({ channel: event.target.value })}
      />
      <SelectField
        label="Sort by"
        className="max-sm:col-span-2 lg:hidden"
        options={sorts}
        value={filter.sort}
        onChange={(event) => change({ sort: event.target.value, order: "" })}
      />
    </search>
  );
}
