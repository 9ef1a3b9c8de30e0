"use client";

import { useOpenDetails } from "@/components/conversation/open-pane";
import { latePart } from "@/components/ui/late";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MeDto } from "@/lib/users/dto";

const DetailsPane = latePart(async () => (await import("./details-pane")).DetailsPane);

/** The channel's details beside it, while the address asks for them. */
export function ChannelDetails({ channel, me }: { channel: ChannelDto; me: MeDto }) {
  const tab = useOpenDetails();
  return tab === null ? null : <DetailsPane channel={channel} me={me} tab={tab} />;
}
