"use client";

import { Hash } from "lucide-react";
import type { FormAction } from "@/components/forms/form-action";
import { openPanel } from "@/components/panels/panels";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { BrowseChannelDto } from "@/lib/channels/dto";
import { BrowseRow } from "./browse-row";

type BrowseListProps = { channels: BrowseChannelDto[]; joinChannel: FormAction };

/** Open channels, and apart from them those that are only for reading now. */
export function BrowseList({ channels, joinChannel }: BrowseListProps) {
  const open = channels.filter(({ archived }) => !archived);
  const archived = channels.filter((channel) => channel.archived);
  return (
    <>
      {open.length === 0 && (
        <EmptyState
          icon={<Hash />}
          title="No open channels"
          action={<Button onClick={() => openPanel("create-channel")}>Create one</Button>}
        >
          Channels of the workspace will be listed here.
        </EmptyState>
      )}
      {open.length > 0 && <Section title="Open" channels={open} joinChannel={joinChannel} />}
      {archived.length > 0 && <Section title="Archived" channels={archived} joinChannel={joinChannel} />}
    </>
  );
}

function Section({ title, channels, joinChannel }: BrowseListProps & { title: string }) {
  const id = `browse-${title}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-medium text-sm text-text-muted">
        {title}
      </h2>
      <ul aria-labelledby={id} className="divide-y rounded-xl border">
        {channels.map((channel) => (
          <BrowseRow key={channel.id} channel={channel} joinChannel={joinChannel} />
        ))}
      </ul>
    </section>
  );
}
