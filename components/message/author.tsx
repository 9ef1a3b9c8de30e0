"use client";

import { clsx } from "clsx";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { useChangedPerson } from "@/lib/browser/people";
import type { AuthorDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { AuthorLink } from "./author-link";

/** A person's round picture or a tool's square one. */
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
 * An author's name, cut where there is no room for it, and the badge that every tool has. `linked` makes it, and the picture in the
 * column before it, the way to them.
 */
export function AuthorName({ author, id, className, linked = false }: AuthorNameProps) {
  const changed = useChangedPerson(author.kind === "user" ? author.id : null);
  const name = (
    <span id={id} className={clsx("truncate font-semibold [unicode-bidi:isolate]", className)}>
      {cleanText(changed?.name ?? author.name)}
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
