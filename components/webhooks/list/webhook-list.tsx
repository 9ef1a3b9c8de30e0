"use client";

import { type Ref, useDeferredValue, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { SegmentedControl } from "@/components/ui/controls/segmented-control";
import { TextField } from "@/components/ui/controls/text-field";
import { EmptyState } from "@/components/ui/display/empty-state";
import { SearchX } from "@/components/ui/icons/more-icons";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import type { ListedWebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { EditWebhook } from "./edit-webhook";
import { countByState, countLabel, EVERYTHING, findWebhooks, needsSearch, type WebhookSearch } from "./find-webhooks";
import type { SchemeChoice, WebhookActions, WebhookChannel } from "./webhook-actions";
import { WebhookRow } from "./webhook-row";

type WebhookFinderProps = {
  field: Ref<HTMLInputElement>;
  webhooks: ListedWebhookDto[];
  search: WebhookSearch;
  change: (search: WebhookSearch) => void;
};

/** Search and state filter for a long list. */
function WebhookFinder({ field, webhooks, search, change }: WebhookFinderProps) {
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

/**
 * What is open next to the list: nothing, the new form, a webhook being edited, or a new URL with its setup.
 */
export type Stage =
  | { kind: "list" }
  | { kind: "new"; asksChannel: boolean }
  | { kind: "edit"; webhookId: string }
  | { kind: "secret"; secret: WebhookSecretDto };

type WebhookListProps = {
  channel: WebhookChannel;
  webhooks: ListedWebhookDto[];
  schemes: readonly SchemeChoice[];
  actions: WebhookActions;
  stage: Stage;
  setStage: (stage: Stage) => void;
  backToList: () => void;
};

/** The channel's webhooks, newest first, with a search if there are many. One may be open for editing. */
export function WebhookList({ webhooks, ...rest }: WebhookListProps) {
  const [search, setSearch] = useState(EVERYTHING);
  const deferred = useDeferredValue(search);
  const field = useRef<HTMLInputElement>(null);
  if (!needsSearch(webhooks)) return <Rows webhooks={webhooks} {...rest} />;
  const found = findWebhooks(webhooks, deferred);

  // The pressed button disappears, so the search field takes the focus.
  function clear(): void {
    setSearch(EVERYTHING);
    field.current?.focus();
  }

  return (
    <div className="flex flex-col gap-3">
      <WebhookFinder field={field} webhooks={webhooks} search={search} change={setSearch} />
      <p role="status" className="text-sm text-text-muted">
        {countLabel(found.length, webhooks.length)}
      </p>
      {found.length > 0 ? (
        <Rows webhooks={found} {...rest} />
      ) : (
        <div className="rounded-xl border">
          <EmptyState
            icon={<SearchX />}
            title="No webhook matches"
            action={<Button onClick={clear}>Clear search</Button>}
          >
            Try fewer words or another state.
          </EmptyState>
        </div>
      )}
    </div>
  );
}

const FIRST_ROWS = 15;

function Rows({ channel, webhooks, schemes, actions, stage, setStage, backToList }: WebhookListProps) {
  const shown = useFirstRows(webhooks, FIRST_ROWS);
  return (
    <ul aria-label="Webhooks" className="divide-y rounded-xl border">
      {shown.map((webhook) => (
        <li key={webhook.id} aria-labelledby={`webhook-${webhook.id}`} className="p-4">
          {stage.kind === "edit" && stage.webhookId === webhook.id ? (
            <EditWebhook webhook={webhook} schemes={schemes} actions={actions} close={backToList} />
          ) : (
            <WebhookRow
              webhook={webhook}
              channel={channel}
              actions={actions}
              edit={() => setStage({ kind: "edit", webhookId: webhook.id })}
              showSecret={(secret) => setStage({ kind: "secret", secret })}
              deleted={backToList}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
