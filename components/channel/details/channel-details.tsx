"use client";

import { Users } from "lucide-react";
import { closePane, openDetails, useOpenDetails } from "@/components/conversation/open-pane";
import { buttonStyle } from "@/components/ui/button-style";
import { latePart } from "@/components/ui/late";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/users/dto";

const DetailsPane = latePart(async () => (await import("./details-pane")).DetailsPane);

/** The channel's details pane, while the URL asks for it. */
export function ChannelDetails({ channel, me }: { channel: ChannelDto; me: MeDto }) {
  const tab = useOpenDetails();
  return tab === null ? null : <DetailsPane channel={channel} me={me} tab={tab} />;
}

/** The header's member count, which opens and closes the details pane. */
export function DetailsButton({ memberCount }: { memberCount: number }) {
  const isOpen = useOpenDetails() !== null;
  return (
    <button
      type="button"
      data-details
      aria-label={`Details, ${memberCount === 1 ? "1 member" : `${memberCount} members`}`}
      title="Details"
      aria-expanded={isOpen}
      data-state={isOpen ? "open" : "closed"}
      className={buttonStyle("ghost", "small", "target data-[state=open]:bg-surface-hover")}
      onClick={() => (isOpen ? closePane() : openDetails("about"))}
    >
      <Users aria-hidden="true" className="size-4" />
      <span className="tabular-nums max-md:hidden">{memberCount}</span>
    </button>
  );
}
