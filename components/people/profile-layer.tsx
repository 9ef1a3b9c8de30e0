"use client";

import { usePathname } from "next/navigation";
import { Dialog, Popover } from "radix-ui";
import type { ReactNode } from "react";
import { useEffect, useId, useMemo, useRef } from "react";
import { Avatar } from "@/components/ui/display/avatar";
import { Skeleton } from "@/components/ui/display/skeleton";
import { focusAfter } from "@/components/ui/hooks/focus-after";
import { isPhone } from "@/components/ui/hooks/is-phone";
import { useBackCloses } from "@/components/ui/hooks/use-back-closes";
import { Sheet } from "@/components/ui/overlays/sheet";
import { useData } from "@/lib/browser/data";
import { membersText } from "@/lib/channels/dto";
import type { UserGroupDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { type OpenProfile, opened, openProfile } from "./open-profile";
import { ProfileCard } from "./profile-card";
import { StatusDialog } from "./status-dialog";

/** A person's card on a phone: a bottom sheet. Going back closes it. */
export function CardSheet({ userId, name, isGroup, anchor, onClose }: CardProps) {
  const Content = isGroup ? GroupCard : ProfileCard;
  const leave = useBackCloses(onClose);
  return (
    <Sheet aria-describedby={undefined} focusAfter={() => anchor} onClose={onClose}>
      <Content
        anchor={anchor}
        userId={userId}
        name={name}
        heading={(text) => <Dialog.Title className="break-words pe-10 font-semibold text-lg">{text}</Dialog.Title>}
        go={(then) => {
          leave(then);
          onClose();
        }}
        onClose={onClose}
      />
    </Sheet>
  );
}

/** A person's card beside the pressed element. Escape closes it and returns the focus. */
export function CardPopover({ userId, name, isGroup, anchor, onClose }: CardProps) {
  const Content = isGroup ? GroupCard : ProfileCard;
  const id = useId();
  const virtual = useMemo(() => ({ current: anchor }), [anchor]);
  const leftByPointer = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={virtual} />
      <Popover.Portal>
        <Popover.Content
          // After a click elsewhere, the focus stays there.
          {...focusAfter(() => (leftByPointer.current ? null : anchor))}
          role="dialog"
          aria-labelledby={id}
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          tabIndex={-1}
          // The content loads a moment later, so the card itself gets the focus.
          onOpenAutoFocus={focusItself}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-80 animate-appear flex-col overflow-y-auto rounded-xl bg-surface-raised text-text shadow-float outline-none"
        >
          <Content
            anchor={anchor}
            userId={userId}
            name={name}
            heading={(text) => (
              <h2 id={id} className="break-words font-semibold text-base">
                {text}
              </h2>
            )}
            go={(then) => {
              onClose();
              then();
            }}
            onClose={onClose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

export type CardProps = { userId: string; name: string; isGroup: boolean; anchor: HTMLElement; onClose: () => void };

/** Renders the open profile card or status dialog. Going to another page closes it. */
export function ProfileLayer({ open }: { open: OpenProfile }) {
  const pathname = usePathname();
  const openedOn = useRef({ open, pathname });
  if (openedOn.current.open !== open) openedOn.current = { open, pathname };
  useEffect(() => {
    if (openedOn.current.pathname !== pathname) close();
  }, [pathname]);
  if (open.kind === "status") return <StatusDialog userId={open.userId} onClose={close} />;
  // Narrow screens have no room beside the pressed element.
  const Card = isPhone() ? CardSheet : CardPopover;
  return <Card key={open.userId} {...open} onClose={close} />;
}

function close(): void {
  opened.set(null);
}

type GroupCardProps = {
  userId: string;
  name: string;
  /** The members' cards open beside it, in place of this one. */
  anchor: HTMLElement;
  /** The card's heading, which also labels it. */
  heading: (name: string) => ReactNode;
};

/** A user group's description and members, each of which opens their profile. */
function GroupCard({ userId: id, name, anchor, heading }: GroupCardProps) {
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
