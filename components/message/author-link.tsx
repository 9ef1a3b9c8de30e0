"use client";

import Link from "next/link";
import { createContext, type ReactNode, useContext } from "react";
import type { AuthorDto } from "@/lib/messages/dto";

/** Where an author's name leads: to a page, or to what a press does. `name` says which. */
export type AuthorAction = { name: string } & ({ act: () => void } | { href: string });

export type ActionOf = (author: AuthorDto) => AuthorAction | null;

const ActionContext = createContext<ActionOf>(() => null);

/** Lets the messages below it lead to their authors. */
export function AuthorActionProvider({ actionOf, children }: { actionOf: ActionOf; children: ReactNode }) {
  return <ActionContext value={actionOf}>{children}</ActionContext>;
}

/** Where this author's name leads: for a person to the direct message with them, for a webhook to its settings; null for nowhere. */
export function useAuthorAction(author: AuthorDto): AuthorAction | null {
  return useContext(ActionContext)(author);
}

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
    <button type="button" tabIndex={-1} aria-label={action.name} onClick={action.act} className={link}>
      {children}
    </button>
  );
}
