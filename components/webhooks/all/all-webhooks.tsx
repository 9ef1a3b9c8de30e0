"use client";

import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { SelectField } from "@/components/ui/controls/select-field";
import { EmptyState } from "@/components/ui/display/empty-state";
import type { FormAction } from "@/components/ui/forms/form-action";
import { SearchX, Webhook } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { type Column, Table } from "@/components/ui/lists/table";
import { usePages } from "@/components/ui/lists/use-pages";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import { countLabel } from "@/components/webhooks/list/find-webhooks";
import { paths } from "@/lib/text/paths";
import type { WebhookCountsDto, WorkspaceWebhooksDto } from "@/lib/webhooks/dto";
import { channelLabel, NO_FILTER, type WebhookFilter, webhooksHref } from "./webhook-filter";
import { WorkspaceWebhookRow } from "./workspace-webhook-row";

type AllWebhooksProps = {
  first: WorkspaceWebhooksDto;
  counts: WebhookCountsDto;
  filter: WebhookFilter;
  loadMore: FormAction<WorkspaceWebhooksDto>;
  showHistory: boolean;
};

/**
 * Webhooks of all channels, with search, filters and sorting. The filter is kept in the URL so that a view can be
 * shared. `showHistory` links each webhook to its audit log entries.
 */
export function AllWebhooks({ first, counts, filter, loadMore, showHistory }: AllWebhooksProps) {
  const [shown, narrow] = useUrlFilter(filter, webhooksHref);
  if (counts.all === 0) return <NoWebhooks />;
  return (
    <>
      <WebhookControls channels={counts.channels} filter={shown} change={narrow} />
      <section aria-labelledby="all-webhooks">
        <h2 id="all-webhooks" className="mb-2 font-medium text-sm text-text-muted">
          <span role="status">{countLabel(counts.found, counts.all)}</span>
        </h2>
        {counts.found === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No webhook matches"
            action={<Button onClick={() => narrow(NO_FILTER)}>Clear filters</Button>}
          >
            Try fewer words, or a different state or channel.
          </EmptyState>
        ) : (
          <Rows
            key={webhooksHref(filter)}
            first={first}
            filter={filter}
            load={(after) => loadMore({ ...filter, after })}
            showHistory={showHistory}
          />
        )}
      </section>
    </>
  );
}

type RowsProps = Pick<AllWebhooksProps, "first" | "filter" | "showHistory"> & {
  load: (after: string) => ReturnType<FormAction<WorkspaceWebhooksDto>>;
};

function Rows({ first, filter, load, showHistory }: RowsProps) {
  const { items, more, busy } = usePages(first, load);
  return (
    <>
      <Table
        label="Webhooks"
        columns={columns}
        sorting={{ by: filter, hrefOf: (order) => webhooksHref({ ...filter, ...order }) }}
      >
        {items.map((webhook) => (
          <WorkspaceWebhookRow key={webhook.id} webhook={webhook} showHistory={showHistory} />
        ))}
      </Table>
      {more && (
        <Button className="mx-auto mt-4 flex!" busy={busy} onClick={more}>
          Show more
        </Button>
      )}
      <p role="status" className="sr-only">
        {items.length === 1 ? "1 webhook shown" : `${items.length} webhooks shown`}
      </p>
    </>
  );
}

const columns: Column[] = [
  { label: "Name", sort: "" },
  { label: "Channel", sort: "channel", className: "lg:w-36" },
  { label: "State", sort: "state", className: "lg:w-24" },
  { label: "Last used", sort: "used", descends: true, className: "lg:w-28" },
  { label: "Creator", className: "lg:w-36" },
  { label: "Log and history", hidden: true, className: "lg:w-36" },
];

function NoWebhooks() {
  return (
    <EmptyState icon={<Webhook />} title="No webhooks yet">
      Webhooks in channels you manage will appear here. To create one, open the settings of{" "}
      <Link href={paths.browse} className="text-accent underline underline-offset-2">
        a channel
      </Link>
      .
    </EmptyState>
  );
}

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
function WebhookControls({ channels, filter, change }: WebhookControlsProps) {
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
