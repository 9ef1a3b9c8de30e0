"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useAuthorAction } from "@/components/profile/author-action";
import { loadProfiles } from "@/components/profile/profile-host";
import type { AuthorDto } from "@/lib/messages/dto";

// Over the picture as well, so that picture and name are one thing to press.
const link =
  "-my-px min-w-0 truncate rounded-md py-px text-start hover:underline before:absolute before:start-[calc(1.125rem+var(--message-column)-var(--message-avatar))] before:top-[calc(var(--message-first)+0.125rem)] before:size-(--message-avatar)";

/**
 * An author's name, with the picture beside it, as a link where it leads somewhere. Tab doesn't stop at it, or every message would
 * be two stops: the keyboard finds the same action under More.
 */
export function AuthorLink({ author, children }: { author: AuthorDto; children: ReactNode }) {
  const action = useAuthorAction(author);
  if (!action) return children;
  if ("href" in action) {
    return (
      <Link href={action.href} prefetch={false} tabIndex={-1} aria-label={action.name} className={link}>
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
