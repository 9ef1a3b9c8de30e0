"use client";

import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { Present } from "@/components/presence/presence";
import { afterDialog } from "@/components/ui/after-dialog";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Ellipsis } from "@/components/ui/icons";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-items";
import { ShieldCheck, ShieldMinus, UserMinus } from "@/components/ui/more-icons";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { type ChannelMemberDto, membersText } from "@/lib/channels/dto";

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
        {membersText(members.length)}
      </h2>
      <ul aria-labelledby={membersHeading} className="divide-y rounded-xl border">
        {members.map((member) => (
          <MemberRow key={member.userId} channel={channel} member={member} me={member.userId === myId} {...actions} />
        ))}
      </ul>
    </section>
  );
}

type MemberRowProps = MemberActions & {
  channel: { id: string; name: string; canManage: boolean };
  member: ChannelMemberDto;
  me: boolean;
};

/** A member, with a menu for managers. */
function MemberRow({ channel, member, me, removeMember, setMemberRole }: MemberRowProps) {
  const [removing, setRemoving] = useState(false);
  const manager = member.role === "manager";
  const ids = { channelId: channel.id, userId: member.userId };

  async function changeRole(): Promise<void> {
    const failure = failureOf(await setMemberRole({ ...ids, role: manager ? "member" : "manager" }));
    if (failure) toast.error(failure);
    else toast.success(manager ? `${member.name} is now a member` : `${member.name} is now a manager`);
  }

  async function remove(): Promise<string | null> {
    const failure = failureOf(await removeMember(ids));
    if (failure) return failure;
    toast.success(`${member.name} was removed from #${channel.name}`);
    afterDialog(focusHeading);
    return null;
  }

  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5">
      <Present userId={member.userId}>
        <Avatar name={member.name} seed={member.userId} src={member.avatarUrl} />
      </Present>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <ProfileButton
            person={{ id: member.userId, name: member.name }}
            className="before:absolute before:inset-y-0 before:start-2 before:w-14"
          />
          <StatusMark userId={member.userId} className="text-sm" />
          {me && <span className="text-text-muted text-xs">you</span>}
          {manager && <Badge>Manager</Badge>}
        </p>
        <p className="text-text-muted text-xs">
          Joined <Time at={member.joinedAt} format="relative" />
        </p>
      </div>
      {channel.canManage && (
        <Menu trigger={<IconButton label={`Actions for ${member.name}`} icon={<Ellipsis />} />}>
          <MenuItem icon={manager ? <ShieldMinus /> : <ShieldCheck />} onSelect={() => void changeRole()}>
            {manager ? "Make member" : "Make manager"}
          </MenuItem>
          {!me && (
            <MenuItem icon={<UserMinus />} tone="danger" onSelect={() => setRemoving(true)}>
              Remove from channel
            </MenuItem>
          )}
        </Menu>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${member.name} from #${channel.name}?`}
        description="They lose access immediately. Their messages and webhooks are kept."
        confirmText="Remove"
        onConfirm={remove}
      />
    </li>
  );
}

/** Focuses the heading after the focused row was removed. */
function focusHeading(): void {
  document.getElementById(membersHeading)?.focus();
}

/** The actions of managers. Each checks permissions itself. */
type MemberActions = { removeMember: FormAction; setMemberRole: FormAction };

const membersHeading = "members-heading";
