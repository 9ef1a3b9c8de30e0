"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { withSigns } from "@/components/emoji/signs";
import { useAuthorAction } from "@/components/people/author-action";
import { loadProfiles } from "@/components/people/profile-host";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { useChangedPerson } from "@/lib/browser/people";
import type { AuthorDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

/** A person's round avatar or a tool's square one. */
export function AuthorAvatar({ author, size, className }: { author: AuthorDto; size?: number; className: string }) {
  return (
    <Avatar
      name={author.name}
      seed={author.id ?? author.name}
      src={author.avatarUrl}
      shape={author.kind === "webhook" ? "square" : "round"}
      {...(size !== undefined && { size })}
      className={className}
    />
  );
}

/**
 * An author's name, shortened if necessary, and the badge that every tool has. `linked` makes the name and the avatar
 * before it a link to the author.
 */
export function AuthorName({ author, id, className, linked = false }: AuthorNameProps) {
  const changed = useChangedPerson(author.kind === "user" ? author.id : null);
  const name = (
    <span id={id} className={clsx("truncate font-semibold [unicode-bidi:isolate]", className)}>
      {withSigns(cleanText(changed?.name ?? author.name))}
    </span>
  );
  return (
    <>
      {linked ? <AuthorLink author={author}>{name}</AuthorLink> : name}
      {author.kind === "webhook" && <Badge>APP</Badge>}
    </>
  );
}

type AuthorNameProps = { author: AuthorDto; id?: string; className?: string; linked?: boolean };

// Covers the avatar too, so that avatar and name are one target.
const link =
  "-my-px min-w-0 truncate rounded-md py-px text-start hover:underline before:absolute before:start-[calc(1.125rem+var(--message-column)-var(--message-avatar))] before:top-[calc(var(--message-first)+0.125rem)] before:size-(--message-avatar)";

/**
 * An author's name and avatar as a link, where there is one. Not reachable with Tab, which would double the stops; the
 * More menu has the same action.
 */
function AuthorLink({ author, children }: { author: AuthorDto; children: ReactNode }) {
  const action = useAuthorAction(author);
  if (!action) return children;
  if ("href" in action) {
    return (
      <Link href={action.href} tabIndex={-1} aria-label={action.name} className={link}>
        {children}
      </Link>
    );
  }
  return (
    <button
      onPointerEnter={() => void loadProfiles()}
      type="button"
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={action.name}
      data-author
      onClick={(event) => action.open(event.currentTarget)}
      className={link}
    >
      {children}
    </button>
  );
}
