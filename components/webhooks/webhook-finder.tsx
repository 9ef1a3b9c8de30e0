"use client";

import type { Ref } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextField } from "@/components/ui/text-field";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { countByState, type WebhookSearch } from "./find-webhooks";

type WebhookFinderProps = {
  field: Ref<HTMLInputElement>;
  webhooks: WebhookDto[];
  search: WebhookSearch;
  change: (search: WebhookSearch) => void;
};

/** Search and state filter over a channel's many webhooks. */
export function WebhookFinder({ field, webhooks, search, change }: WebhookFinderProps) {
  const counts = countByState(webhooks);
  const options = [
    { value: "all", label: "All", count: counts.all },
    { value: "active", label: "Active", count: counts.active },
    { value: "paused", label: "Paused", count: counts.paused },
    { value: "failing", label: "Failing", count: counts.failing },
    { value: "silent", label: "Silent", count: counts.silent },
  ] as const;
  return (
    <search aria-label="Find webhooks" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TextField
        ref={field}
        label="Search webhooks"
        hideLabel
        type="search"
        className="min-w-0 flex-1 basis-60"
        placeholder="Name, description, creator or ID"
        autoComplete="off"
        value={search.text}
        onChange={(event) => change({ ...search, text: event.target.value })}
      />
      <SegmentedControl
        label="State"
        value={search.state}
        options={options}
        choose={(state) => change({ ...search, state })}
      />
    </search>
  );
}
