"use client";

import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/display/avatar";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useData } from "@/lib/browser/data";
import { membersText } from "@/lib/channels/dto";
import type { UserGroupDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { openProfile } from "./open-profile";

type GroupCardProps = {
  userId: string;
  name: string;
  /** The members' cards open beside it, in place of this one. */
  anchor: HTMLElement;
  /** The card's heading, which also labels it. */
  heading: (name: string) => ReactNode;
};

/** A user group's description and members, each of which opens their profile. */
export function GroupCard({ userId: id, name, anchor, heading }: GroupCardProps) {
  const { data: group, failure } = useData<UserGroupDto>(paths.api.group(id));
  return (
    <div className="flex flex-col gap-2 p-4" aria-busy={group === null && failure === null}>
      {heading(group ? `@${group.handle}` : name)}
      {group === null && !failure && <Skeleton className="h-16" />}
      {failure && (
        <p role="alert" className="text-sm">
          {failure.status === 404
            ? "This group was deleted."
            : "The group couldn't be loaded. Check your connection and open it again."}
        </p>
      )}
      {group?.description && <p className="text-sm wrap-anywhere">{cleanText(group.description)}</p>}
      {group && <p className="text-text-muted text-xs">{membersText(group.members.length)}</p>}
      {group && (
        <ul aria-label="Members" className="-mx-2 max-h-72 overflow-y-auto">
          {group.members.map(({ id: memberId, name: memberName, avatarUrl }) => (
            <li key={memberId}>
              <button
                type="button"
                aria-haspopup="dialog"
                className="flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-start text-sm hover:bg-surface-hover"
                onClick={() => openProfile({ id: memberId, name: memberName }, anchor)}
              >
                <Avatar name={memberName} seed={memberId} src={avatarUrl} size={24} />
                <span className="min-w-0 truncate">{cleanText(memberName)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
