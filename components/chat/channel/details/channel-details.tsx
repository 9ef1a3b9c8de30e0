"use client";

import { closePane, openDetails, useOpenDetails } from "@/components/chat/conversation/open-pane";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferredPart } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Users } from "@/components/ui/icons/icons";
import { type ChannelDto, membersText } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/people/dto";

const DetailsPane = deferredPart(async () => (await import("./details-pane")).DetailsPane);

/** The channel's details pane, while the URL asks for it. */
export function ChannelDetails(props: { channel: ChannelDto; me: MeDto; makeChannel: FormAction }) {
  const tab = useOpenDetails();
  return tab === null ? null : <DetailsPane {...props} tab={tab} />;
}

/** The header's member count, which opens and closes the details pane. */
export function DetailsButton({ memberCount }: { memberCount: number }) {
  const isOpen = useOpenDetails() !== null;
  return (
    <IconButton
      data-details
      label={`Details, ${membersText(memberCount)}`}
      tip="Details"
      side="bottom"
      aria-expanded={isOpen}
      data-state={isOpen ? "open" : "closed"}
      icon={
        <>
          <Users aria-hidden="true" />
          <span className="font-medium text-sm tabular-nums @max-md:hidden">{memberCount}</span>
        </>
      }
      className="gap-1.5 px-2.5 @max-md:px-0"
      onClick={() => (isOpen ? closePane() : openDetails("about"))}
    />
  );
}
