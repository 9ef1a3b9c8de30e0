"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useChangedPerson } from "@/lib/browser/people";
import type { AuthorDto } from "@/lib/messages/dto";

/** What an author's name opens: a page, or something next to the pressed element. `name` describes it. */
export type AuthorAction = { name: string } & ({ open: (beside: HTMLElement) => void } | { href: string });

export type ActionOf = (author: AuthorDto) => AuthorAction | null;

const ActionContext = createContext<ActionOf>(() => null);

/** Provides what the authors' names in the messages below open. */
export function AuthorActionProvider({ actionOf, children }: { actionOf: ActionOf; children: ReactNode }) {
  return <ActionContext value={actionOf}>{children}</ActionContext>;
}

/** Returns what this author's name opens: a person's card, a webhook's settings, or null for nothing. */
export function useAuthorAction(author: AuthorDto): AuthorAction | null {
  const actionOf = useContext(ActionContext);
  return useChangedPerson(author.kind === "user" ? author.id : null)?.gone ? null : actionOf(author);
}
