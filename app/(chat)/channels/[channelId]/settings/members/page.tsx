import type { Metadata } from "next";
import { AddMembers } from "@/components/channels/add-members";
import { MemberList } from "@/components/channels/member-list";
import { channelMembers, countMembers } from "@/lib/channels/members";
import { membersSchema } from "@/lib/channels/schema";
import { addMember, findOutside, loadMembers, removeMember, setMemberRole } from "../actions";
import { settingsChannel } from "../settings-channel";

export const metadata: Metadata = { title: "Members" };

type PageProps = {
  params: Promise<{ channelId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The channel's members. Any member can add people; managers change roles and remove people. Query: `q`. */
export default async function MembersPage({ params, searchParams }: PageProps) {
  const { channelId } = await params;
  const { q } = membersSchema.parse(await searchParams);
  const accessible = await settingsChannel(channelId);
  const { user, channel, canManage } = accessible;
  const [{ members, next }, counts] = await Promise.all([channelMembers(accessible, { q }), countMembers(accessible)]);
  return (
    <div className="flex flex-col gap-6">
      <AddMembers
        channelId={channelId}
        channelName={channel.name}
        disabled={counts.everyone}
        findOutside={findOutside}
        addMember={addMember}
      />
      <MemberList
        channel={{ id: channelId, name: channel.name, canManage }}
        myId={`${user.id}`}
        first={{ items: members, next }}
        count={counts.members}
        q={q}
        loadMembers={loadMembers}
        removeMember={removeMember}
        setMemberRole={setMemberRole}
      />
    </div>
  );
}
