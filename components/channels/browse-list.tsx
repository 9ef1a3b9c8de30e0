"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { openPanel } from "@/components/frame/panels";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { SegmentedControl } from "@/components/ui/controls/segmented-control";
import { EmptyState } from "@/components/ui/display/empty-state";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Hash, Lock, Plus } from "@/components/ui/icons/icons";
import { SearchX } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { usePages } from "@/components/ui/lists/use-pages";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { useWorkspace } from "@/lib/browser/workspace";
import { type BrowseChannelDto, type BrowseCountsDto, type BrowsePageDto, membersText } from "@/lib/channels/dto";
import { paths, withParameters } from "@/lib/text/paths";

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
    <li className={`${columns} relative items-center px-4 py-2.5 hover:bg-surface-hover`}>
      <div className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-text-muted" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-sm">
            {channel.name}
            {channel.kind === "private" && <span className="sr-only">, private</span>}
          </p>
          {channel.topic && <p className="truncate text-sm text-text-muted">{channel.topic}</p>}
          <p className="flex flex-wrap gap-x-1.5 text-text-muted text-xs lg:hidden">
            <span>{membersText(channel.memberCount)}</span>
            {channel.lastMessageAt && (
              <span>
                · active <Time at={channel.lastMessageAt} format="relative" className="min-w-0!" />
              </span>
            )}
          </p>
        </div>
      </div>
      <p className="text-sm text-text-muted tabular-nums max-lg:hidden">{membersText(channel.memberCount)}</p>
      <p className="text-sm text-text-muted max-lg:hidden">
        {channel.lastMessageAt ? (
          <>
            Active <Time at={channel.lastMessageAt} format="relative" className="min-w-0!" />
          </>
        ) : (
          "No messages yet"
        )}
      </p>
      {channel.joined || channel.archived ? (
        <Link
          href={href}
          className={buttonStyle("ghost", "small", "after:absolute after:inset-0")}
          aria-label={`Open ${channel.name}`}
        >
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

// Both buttons have the same width, so that the columns line up.
const columns = "grid grid-cols-[minmax(0,1fr)_4.5rem] gap-x-4 lg:grid-cols-[minmax(0,1fr)_7rem_9.5rem_4.5rem]";

/** Opens the dialog that creates a channel, for those who may. */
export function CreateChannelButton() {
  const { mayCreateChannels } = useWorkspace();
  if (!mayCreateChannels) return null;
  return (
    <Button variant="primary" size="small" onClick={() => openPanel("create-channel")}>
      <Plus aria-hidden="true" />
      New channel
    </Button>
  );
}

type Show = "all" | "joined" | "others";

type BrowseListProps = {
  first: BrowsePageDto;
  counts: BrowseCountsDto;
  /** The search text and the membership shown, kept in the URL. */
  q: string;
  show: Show;
  loadMore: FormAction<BrowsePageDto>;
  joinChannel: FormAction;
};

/** The channels that the person can join or open, with a search if there are many. */
export function BrowseList({ first, counts, q, show, loadMore, joinChannel }: BrowseListProps) {
  const router = useRouter();
  const { mayCreateChannels } = useWorkspace();
  const [, startTransition] = useTransition();
  const narrow = (to: { q: string; show: Show }) =>
    startTransition(() =>
      router.replace(withParameters(paths.browse, { q: to.q, show: to.show === "all" ? "" : to.show }), {
        scroll: false,
      }),
    );
  if (counts.everywhere === 0) {
    return (
      <EmptyState
        icon={<Hash />}
        title="No channels yet"
        action={mayCreateChannels && <Button onClick={() => openPanel("create-channel")}>Create one</Button>}
      >
        Public channels will be listed here.
      </EmptyState>
    );
  }
  return (
    <>
      <search aria-label="Find channels" className="flex flex-wrap items-end gap-3">
        <FilterField
          label="Search"
          placeholder="Name or topic"
          className="min-w-52 flex-1"
          value={q}
          change={(to) => narrow({ q: to, show })}
        />
        <SegmentedControl
          label="Membership"
          value={show}
          options={[
            { value: "all", label: "All", count: counts.all },
            { value: "joined", label: "Joined", count: counts.joined },
            { value: "others", label: "Not joined", count: counts.others },
          ]}
          choose={(to) => narrow({ q, show: to })}
        />
        <p role="status" className="sr-only">
          {counts[show] === counts.everywhere
            ? `${counts.everywhere} channels`
            : `${counts[show]} of ${counts.everywhere} channels`}
        </p>
      </search>
      {counts[show] === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={q === "" ? emptyTitles[show] : "No channel matches"}
          action={
            <Button onClick={() => narrow({ q: "", show: q === "" ? "all" : show })}>
              {q === "" ? "Show all channels" : "Clear search"}
            </Button>
          }
        >
          {q !== "" && "Try fewer words or part of the name."}
        </EmptyState>
      ) : (
        <Channels
          key={`${show} ${q}`}
          first={first}
          load={(after) => loadMore({ q, show, after })}
          joinChannel={joinChannel}
        />
      )}
    </>
  );
}

const emptyTitles: Record<Show, string> = {
  all: "No channels",
  joined: "You haven't joined a channel yet",
  others: "You've joined every channel",
};

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
