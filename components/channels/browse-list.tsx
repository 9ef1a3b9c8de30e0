"use client";

import { Hash, Lock, SearchX } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { openPanel } from "@/components/frame/panels";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterField } from "@/components/ui/filter-field";
import { toast } from "@/components/ui/toaster";
import { usePages } from "@/components/ui/use-pages";
import { useWorkspace } from "@/lib/browser/workspace";
import type { BrowseChannelDto, BrowsePageDto } from "@/lib/channels/dto";
import { paths, withParameters } from "@/lib/paths";

type BrowseRowProps = { channel: BrowseChannelDto; joinChannel: FormAction };

/** A channel with its topic, member count and a button to join or open it. */
function BrowseRow({ channel, joinChannel }: BrowseRowProps) {
  const [busy, startTransition] = useTransition();
  const router = useRouter();
  const Icon = channel.kind === "private" ? Lock : Hash;
  const href = paths.channel(channel.id);

  function join(): void {
    startTransition(async () => {
      const result = await joinChannel({ channelId: channel.id });
      if (result.ok) router.push(href);
      else toast.error(result.error);
    });
  }

  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">
          {channel.name}
          {channel.kind === "private" && <span className="sr-only">, private</span>}
        </p>
        <p className="truncate text-sm text-text-muted">
          {channel.memberCount === 1 ? "1 member" : `${channel.memberCount} members`}
          {channel.topic && ` · ${channel.topic}`}
        </p>
      </div>
      {channel.joined || channel.archived ? (
        <Link href={href} className={buttonStyle("secondary", "small")} aria-label={`Open ${channel.name}`}>
          Open
        </Link>
      ) : (
        <Button variant="primary" size="small" busy={busy} aria-label={`Join ${channel.name}`} onClick={join}>
          Join
        </Button>
      )}
    </li>
  );
}

type BrowseListProps = {
  first: BrowsePageDto;
  counts: { found: number; all: number };
  /** The search text, kept in the URL. */
  q: string;
  loadMore: FormAction<BrowsePageDto>;
  joinChannel: FormAction;
};

// Up to this many channels need no search.
const FEW = 8;

/** The channels that the person can join or open, with a search if there are many. */
export function BrowseList({ first, counts: { found, all }, q, loadMore, joinChannel }: BrowseListProps) {
  const router = useRouter();
  const { mayCreateChannels } = useWorkspace();
  const [, startTransition] = useTransition();
  const narrow = (to: string) =>
    startTransition(() => router.replace(withParameters(paths.browse, { q: to }), { scroll: false }));
  if (all === 0) {
    return (
      <EmptyState
        icon={<Hash />}
        title="No open channels"
        action={mayCreateChannels && <Button onClick={() => openPanel("create-channel")}>Create one</Button>}
      >
        Public channels will be listed here.
      </EmptyState>
    );
  }
  return (
    <>
      {(all > FEW || q !== "") && (
        <search aria-label="Find channels">
          <FilterField label="Search" placeholder="Name or topic" value={q} change={narrow} />
          <p role="status" className="mt-2 text-sm text-text-muted">
            {countLabel(found, all)}
          </p>
        </search>
      )}
      {found === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No channel matches"
          action={<Button onClick={() => narrow("")}>Clear search</Button>}
        >
          Try fewer words or part of the name.
        </EmptyState>
      ) : (
        <Channels key={q} first={first} load={(after) => loadMore({ q, after })} joinChannel={joinChannel} />
      )}
    </>
  );
}

type ChannelsProps = Pick<BrowseListProps, "first" | "joinChannel"> & {
  load: (after: string) => ReturnType<FormAction<BrowsePageDto>>;
};

/** Open channels, and apart from them those that are only for reading now. */
function Channels({ first, load, joinChannel }: ChannelsProps) {
  const { items, more, busy } = usePages(first, load);
  const open = items.filter(({ archived }) => !archived);
  const archived = items.filter((channel) => channel.archived);
  return (
    <>
      {open.length > 0 && <Section title="Active" channels={open} joinChannel={joinChannel} />}
      {archived.length > 0 && <Section title="Archived" channels={archived} joinChannel={joinChannel} />}
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      <p role="status" className="sr-only">
        {items.length === 1 ? "1 channel shown" : `${items.length} channels shown`}
      </p>
    </>
  );
}

type SectionProps = Pick<BrowseListProps, "joinChannel"> & { title: string; channels: BrowseChannelDto[] };

function Section({ title, channels, joinChannel }: SectionProps) {
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

function countLabel(found: number, all: number): string {
  const noun = all === 1 ? "channel" : "channels";
  return found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`;
}
