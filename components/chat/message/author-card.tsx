"use client";

import { ProfileButton } from "@/components/people/profile-button";
import { useChangedPerson } from "@/lib/browser/people";
import type { AuthorDto } from "@/lib/messages/dto";
import { AuthorName } from "./author";

/**
 * An author's name in a row that links to a message, with the avatar in the column before it. A person's name opens
 * their profile card; a tool's follows the row's link.
 */
export function AuthorCardName({ author, className = "" }: { author: AuthorDto; className?: string }) {
  const changed = useChangedPerson(author.kind === "user" ? author.id : null);
  if (author.kind !== "user" || author.id === null || changed?.gone)
    return <AuthorName author={author} className={className} />;
  return (
    <span className="relative z-10 flex min-w-0">
      <ProfileButton
        person={{ id: author.id, name: changed?.name ?? author.name }}
        className="before:absolute before:-start-12 before:top-0 before:size-9"
      >
        <AuthorName author={author} className={className} />
      </ProfileButton>
    </span>
  );
}
