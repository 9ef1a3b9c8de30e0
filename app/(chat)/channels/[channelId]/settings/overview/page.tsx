import type { Metadata } from "next";
import { startExport } from "@/app/(chat)/workspace/(settings)/settings/export/actions";
import { ChannelVisibility } from "@/components/channels/channel-visibility";
import { DeleteChannel } from "@/components/channels/delete-channel";
import { ArchiveChannel, ExportChannel, LeaveChannel } from "@/components/channels/leave-or-archive";
import { OverviewForm } from "@/components/channels/overview-form";
import { Banner } from "@/components/ui/display/banner";
import { channelDto } from "@/lib/channels/queries";
import {
  deleteChannel,
  leaveChannel,
  previewDeletion,
  previewRetention,
  setArchived,
  setVisibility,
  updateChannel,
} from "../actions";
import { managerNames } from "../managers";
import { settingsChannel } from "../settings-channel";

export const metadata: Metadata = { title: "Overview" };

/** The channel's name, topic and permissions; read-only for members who can't manage it. */
export default async function OverviewPage({ params }: { params: Promise<{ channelId: string }> }) {
  const accessible = await settingsChannel((await params).channelId);
  const channel = await channelDto(accessible);
  const isOwner = accessible.user.role === "owner";
  return (
    <div className="flex flex-col gap-6">
      {channel.archived && <Banner tone="warning">This channel is archived. No one can post in it.</Banner>}
      {!channel.canManage && (
        <Banner>Only channel managers can change these settings. Ask {await managerNames(accessible)}.</Banner>
      )}
      <OverviewForm
        channel={channel}
        canChangeRetention={isOwner}
        updateChannel={updateChannel}
        previewRetention={previewRetention}
      />
      <section aria-label="Leave, archive and more" className="flex flex-col divide-y rounded-xl border">
        <LeaveChannel channel={channel} leaveChannel={leaveChannel} />
        {isOwner && <ExportChannel channel={channel} startExport={startExport} />}
        {channel.canManage && <ChannelVisibility channel={channel} setVisibility={setVisibility} />}
        {channel.canManage && <ArchiveChannel channel={channel} setArchived={setArchived} />}
        {isOwner && <DeleteChannel {...{ channel, previewDeletion, deleteChannel }} />}
      </section>
    </div>
  );
}
