"use client";

import { SearchX, Webhook } from "lucide-react";
import Link from "next/link";
import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { countLabel } from "@/components/webhooks/find-webhooks";
import { paths } from "@/lib/paths";
import type { WorkspaceWebhookDto } from "@/lib/webhooks/dto";
import { WebhookControls } from "./webhook-controls";
import { filterWebhooks, NO_FILTER } from "./webhook-filter";
import { WorkspaceWebhookRow } from "./workspace-webhook-row";

// Rows rendered at a time: with thousands of them, every letter typed into the search would lag.
const STEP = 100;

type AllWebhooksProps = { webhooks: WorkspaceWebhookDto[]; showHistory: boolean };

/** Webhooks over all channels, to be searched, narrowed and sorted. `showHistory` links each to its audit entries. */
export function AllWebhooks({ webhooks, showHistory }: AllWebhooksProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [limit, setLimit] = useState(STEP);
  const found = filterWebhooks(webhooks, useDeferredValue(filter));
  if (webhooks.length === 0) {
    return (
      <EmptyState icon={<Webhook />} title="No webhooks yet">
        Those of every channel whose webhooks you may manage will stand here. A webhook is made in the settings of{" "}
        <Link href={paths.browse} className="text-accent underline underline-offset-2">
          its channel
        </Link>
        .
      </EmptyState>
    );
  }
  return (
    <>
      <WebhookControls
        webhooks={webhooks}
        filter={filter}
        change={(changed) => {
          setFilter({ ...filter, ...changed });
          setLimit(STEP);
        }}
      />
      <section aria-labelledby="all-webhooks">
        <h2 id="all-webhooks" className="mb-2 font-medium text-sm text-text-muted">
          <span role="status">{countLabel(found.length, webhooks.length)}</span>
        </h2>
        {found.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No webhook matches"
            action={<Button onClick={() => setFilter(NO_FILTER)}>Clear filters</Button>}
          >
            Search for fewer words, or for another state or channel.
          </EmptyState>
        ) : (
          <ul aria-labelledby="all-webhooks" className="divide-y rounded-xl border">
            {found.slice(0, limit).map((webhook) => (
              <WorkspaceWebhookRow key={webhook.id} webhook={webhook} showHistory={showHistory} />
            ))}
          </ul>
        )}
        {found.length > limit && (
          <Button className="mx-auto mt-4 flex!" onClick={() => setLimit(limit + STEP)}>
            Show {Math.min(STEP, found.length - limit)} more
          </Button>
        )}
      </section>
    </>
  );
}
