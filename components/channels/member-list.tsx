import type { FormAction } from "@/components/forms/form-action";
import type { ChannelMemberDto } from "@/lib/channels/dto";
import { MemberRow } from "./member-row";

export type MemberActions = { removeMember: FormAction; setMemberRole: FormAction };

type MemberListProps = MemberActions & {
  channel: { id: string; name: string; canManage: boolean };
  myId: string;
  members: ChannelMemberDto[];
};

/** The channel's members, managers first. */
export function MemberList({ channel, myId, members, ...actions }: MemberListProps) {
  return (
    <section aria-labelledby="members-heading">
      <h2 id="members-heading" className="mb-2 font-medium text-sm">
        {members.length === 1 ? "1 member" : `${members.length} members`}
      </h2>
      <ul aria-labelledby="members-heading" className="divide-y rounded-xl border">
        {members.map((member) => (
          <MemberRow key={member.userId} channel={channel} member={member} me={member.userId === myId} {...actions} />
        ))}
      </ul>
    </section>
  );
}
