"use client";

import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { channelsOf, type WebhookFilter } from "./webhook-filter";

type WebhookControlsProps = {
  webhooks: WorkspaceWebhookDto[];
  filter: WebhookFilter;
  change: (filter: Partial<WebhookFilter>) => void;
};

const states = [
  { value: "", label: "All states" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "failing", label: "Failing" },
];

const sorts = [
  { value: "name", label: "Name" },
  { value: "used", label: "Last used" },
  { value: "created", label: "Newest" },
];

/** Search, state, channel and order of the list. */
export function WebhookControls({ webhooks, filter, change }: WebhookControlsProps) {
  const channels = channelsOf(webhooks).map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }));
  return (
    <search aria-label="Find webhooks" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <TextField
        label="Search"
        type="search"
        className="max-lg:col-span-full"
        placeholder="Name, description, channel or creator"
        autoComplete="off"
        value={filter.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <SelectField
        label="State"
        options={states}
        value={filter.state}
        onChange={(event) => change({ state: event.target.value as WebhookFilter["state"] })}
      />
      <SelectField
        label="Channel"
        options={[{ value: "", label: "All channels" }, ...channels]}
        value={filter.channelId}
        onChange={(event) => change({ channelId: event.target.value })}
      />
      <SelectField
        label="Sort by"
        className="max-sm:col-span-2"
        options={sorts}
        value={filter.sort}
        onChange={(event) => change({ sort: event.target.value as WebhookFilter["sort"] })}
      />
    </search>
  );
}
