import type { ChannelMemberDto } from "@/lib/channels/dto";
import { type MemberActions, membersHeading } from "./member-actions";
import { MemberRow } from "./member-row";

type MemberListProps = MemberActions & {
  channel: { id: string; name: string; canManage: boolean };
  myId: string;
  members: ChannelMemberDto[];
};

/** The channel's members, managers first. */
export function MemberList({ channel, myId, members, ...actions }: MemberListProps) {
  return (
    <section aria-labelledby={membersHeading}>
      <h2 id={membersHeading} tabIndex={-1} className="outline-none mb-2 font-medium text-sm">
        {members.length === 1 ? "1 member" : `${members.length} members`}
      </h2>
      <ul aria-labelledby={membersHeading} className="divide-y rounded-xl border">
        {members.map((member) => (
          <MemberRow key={member.userId} channel={channel} member={member} me={member.userId === myId} {...actions} />
        ))}
      </ul>
    </section>
  );
}
