"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { MakeChannel } from "@/components/channels/make-channel-dialog";
import { PinnedList } from "@/components/chat/channel/pins/pinned-panel";
import { closePane, DETAILS_TABS, type DetailsTab, openDetails } from "@/components/chat/conversation/open-pane";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Tabs } from "@/components/ui/controls/tabs";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ArrowLeft, X } from "@/components/ui/icons/more-icons";
import { Time } from "@/components/ui/time/time";
import { askPins, usePins } from "@/lib/browser/pins";
import {
  type ChannelDto,
  channelTitle,
  effectiveDays,
  FEWEST_FOR_CHANNEL,
  membersText,
  periodText,
} from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { FilesList } from "./files-list";
import { MembersList } from "./members-list";
import { WebhooksList } from "./webhooks-list";

const labels: Record<DetailsTab, string> = {
  about: "About",
  members: "Members",
  pins: "Pins",
  files: "Files",
  webhooks: "Webhooks",
};

type DetailsPaneProps = { channel: ChannelDto; me: MeDto; tab: DetailsTab; makeChannel: FormAction };

/** The channel's details, beside it or over it on narrow screens. */
export function DetailsPane({ channel, me, tab, makeChannel }: DetailsPaneProps) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus({ preventScroll: true });
    return returnFocus;
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys from dialogs over the pane bubble through React's tree; ignore them here.
    const isHere = event.target instanceof Node && pane.current?.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
    event.preventDefault();
    closePane();
  };
  const panels: Record<DetailsTab, ReactNode> = {
    about: <About channel={channel} makeChannel={makeChannel} />,
    members: <MembersList channel={channel} me={me} />,
    pins: <PinsList channel={channel} />,
    files: <FilesList channelId={channel.id} />,
    webhooks: <WebhooksList channel={channel} />,
  };
  // Direct messages have no webhooks.
  const shown = DETAILS_TABS.filter((each) => each !== "webhooks" || channel.kind !== "direct");
  return (
    <section
      ref={pane}
      aria-label="Details"
      onKeyDown={onKeyDown}
      className="flex flex-col bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-20 lg:w-95 lg:shrink-0 lg:border-s"
    >
      <header className="flex h-13 shrink-0 items-center gap-1 border-b ps-4 pe-2 max-lg:ps-2">
        <IconButton label="Back to the channel" icon={<ArrowLeft />} className="lg:hidden" onClick={closePane} />
        <h2 className="flex min-w-0 flex-1 items-baseline gap-2">
          <span className="font-semibold">Details</span>
          <span className="truncate text-sm text-text-muted">{channelTitle(channel)}</span>
        </h2>
        <IconButton label="Close details" icon={<X />} className="max-lg:hidden" onClick={closePane} />
      </header>
      <Tabs
        label="Details"
        value={tab}
        onChange={openDetails}
        tabs={shown.map((value) => ({ value, label: labels[value], panel: panels[value] }))}
      />
    </section>
  );
}

/** Returns the focus to the button that opened the pane. */
function returnFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-details]")?.focus({ preventScroll: true });
  });
}

/** The channel's pinned messages, live. */
export function PinsList({ channel }: { channel: ChannelDto }) {
  const pins = usePins(channel.id);
  // The header may only have loaded their ids.
  useEffect(() => askPins(channel.id), [channel.id]);
  return (
    <PinnedList
      channelId={channel.id}
      pins={pins}
      canUnpin={channel.role !== null && !channel.archived}
      onShow={() => {}}
    />
  );
}

const kinds: Record<ChannelDto["kind"], string> = {
  public: "Public. Anyone in the workspace can read and join it.",
  private: "Private. Only its members can find and read it.",
  direct: "Direct message. Only the people in it can read it.",
};

/** The channel's topic, who can read it, and when it was created. */
function About({ channel, makeChannel }: { channel: ChannelDto; makeChannel: FormAction }) {
  const { id, kind, topic, memberCount, createdAt, archived, canManage, retention } = channel;
  const days = effectiveDays(retention.own, retention.workspace);
  return (
    <div className="flex flex-col gap-5 p-4 text-sm">
      {kind !== "direct" && (
        <Fact title="Topic">
          {topic === "" ? (
            <span className="text-text-muted">No topic yet</span>
          ) : (
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {topic}
            </span>
          )}
        </Fact>
      )}
      <Fact title="Who can read it">{archived ? `${kinds[kind]} It's archived.` : kinds[kind]}</Fact>
      {days !== null && <Fact title="Retention">Messages are deleted after {periodText(days)}.</Fact>}
      <Fact title="Members">{membersText(memberCount)}</Fact>
      <Fact title="Created">
        <Time at={createdAt} format="date" />
      </Fact>
      {kind === "direct" && memberCount >= FEWEST_FOR_CHANNEL && (
        <MakeChannel channelId={id} makeChannel={makeChannel} />
      )}
      {canManage && (
        <Link href={paths.settings(id, "overview")} className={buttonStyle("secondary", "small", "self-start")}>
          Change name and topic
        </Link>
      )}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-0.5 font-medium text-text-muted text-xs">{title}</h3>
      <p>{children}</p>
    </section>
  );
}
