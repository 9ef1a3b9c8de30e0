"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { AuthorDto } from "@/lib/messages/dto";

/** Where an author's name leads: to a page, or to what opens beside the pressed element. `name` says which. */
export type AuthorAction = { name: string } & ({ open: (beside: HTMLElement) => void } | { href: string });

export type ActionOf = (author: AuthorDto) => AuthorAction | null;

const ActionContext = createContext<ActionOf>(() => null);

/** Lets the messages below it lead to their authors. */
export function AuthorActionProvider({ actionOf, children }: { actionOf: ActionOf; children: ReactNode }) {
  return <ActionContext value={actionOf}>{children}</ActionContext>;
}

/** Where this author's name leads: for a person to their card, for a webhook to its settings; null for nowhere. */
export function useAuthorAction(author: AuthorDto): AuthorAction | null {
  return useContext(ActionContext)(author);
}
