import type { Metadata } from "next";
import { AddMembers } from "@/components/channels/add-members";
import { MemberList } from "@/components/channels/member-list";
import { channelMembers } from "@/lib/channels/queries";
import { listPeople } from "@/lib/users/people";
import { addMember, removeMember, setMemberRole } from "../actions";
import { settingsChannel } from "../settings-channel";

export const metadata: Metadata = { title: "Members" };

/** The channel's members. Any member can add people; managers change roles and remove people. */
export default async function MembersPage({ params }: { params: Promise<{ channelId: string }> }) {
  const { channelId } = await params;
  const accessible = await settingsChannel(channelId);
  const { user, channel, canManage } = accessible;
  const [members, people] = await Promise.all([channelMembers(accessible), listPeople(user)]);
  const inside = new Set(members.map(({ userId }) => userId));
  const outside = people.filter(({ id, deactivated }) => !deactivated && !inside.has(id));
  return (
    <div className="flex flex-col gap-6">
      <AddMembers channelId={channelId} channelName={channel.name} people={outside} addMember={addMember} />
      <MemberList
        channel={{ id: channelId, name: channel.name, canManage }}
        myId={`${user.id}`}
        members={members}
        removeMember={removeMember}
        setMemberRole={setMemberRole}
      />
    </div>
  );
}
