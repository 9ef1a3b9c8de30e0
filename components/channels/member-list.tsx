"use client";

import { useState } from "react";
import { Present } from "@/components/people/presence/presence";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { Ellipsis } from "@/components/ui/icons/icons";
import { ShieldCheck, ShieldMinus, UserMinus } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { type Page, useLivePages } from "@/components/ui/lists/use-pages";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Menu } from "@/components/ui/overlays/menu";
import { MenuItem } from "@/components/ui/overlays/menu-items";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { type ChannelMemberDto, membersText } from "@/lib/channels/dto";
import { paths, withParameters } from "@/lib/text/paths";

type MemberListProps = MemberActions & {
  channel: { id: string; name: string; canManage: boolean };
  myId: string;
  first: Page<ChannelMemberDto>;
  /** How many members there are without a search. */
  count: number;
  q: string;
  loadMembers: FormAction<Page<ChannelMemberDto>>;
};

// Longer lists get a search field.
const FEW = 10;

/** The channel's members, managers first, with a search that its URL keeps. */
export function MemberList({ channel, myId, first, count, q, loadMembers, ...actions }: MemberListProps) {
  const [filter, narrow] = useUrlFilter({ q }, (next) => withParameters(paths.settings(channel.id, "members"), next));
  return (
    <section aria-labelledby={membersHeading}>
      <h2 id={membersHeading} tabIndex={-1} className="outline-none mb-2 font-medium text-sm">
        {membersText(count)}
      </h2>
      {(count > FEW || q !== "") && (
        <FilterField
          label="Find a member"
          hideLabel
          className="mb-3"
          placeholder="Find a member"
          value={filter.q}
          change={(text) => narrow({ q: text })}
        />
      )}
      {first.items.length === 0 ? (
        <p role="status" className="py-2 text-sm text-text-muted">
          No member has that name.
        </p>
      ) : (
        <Members
          key={q}
          channel={channel}
          myId={myId}
          first={first}
          load={(after) => loadMembers({ channelId: channel.id, q, after })}
          {...actions}
        />
      )}
    </section>
  );
}

type MembersProps = MemberActions &
  Pick<MemberListProps, "channel" | "myId" | "first"> & {
    load: (after: string) => ReturnType<FormAction<Page<ChannelMemberDto>>>;
  };

/** The pages of members that have been loaded. */
function Members({ channel, myId, first, load, ...actions }: MembersProps) {
  const { items, more, busy } = useLivePages(first, load);
  return (
    <>
      <ul aria-labelledby={membersHeading} className="divide-y rounded-xl border">
        {items.map((member) => (
          <MemberRow key={member.userId} channel={channel} member={member} me={member.userId === myId} {...actions} />
        ))}
      </ul>
      {more && (
        <Button className="mx-auto mt-4 flex!" busy={busy} onClick={more}>
          Show more
        </Button>
      )}
    </>
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
