"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import type { InviteDto, InviteTerms } from "@/lib/people/dto";
import type { FormResult } from "@/lib/text/form-result";

/** `terms` are a new link's defaults; `sendsMail` is whether Parley can email a link. */
type Invites = { current: InviteDto; others: InviteDto[]; terms: InviteTerms; sendsMail: boolean };

export type InviteActions = {
  loadInvites: FormAction<Invites>;
  createInvite: FormAction<InviteDto>;
  /** Returns the addresses to which the mail couldn't be sent. */
  mailInvites: FormAction<string[]>;
  revokeInvite: FormAction;
};

type UseInvites = {
  invites: Invites | null;
  error: string | null;
  /** Creates a link and shows it in place of the current one, which stays valid. */
  create: (terms: InviteTerms) => Promise<void>;
  /** Resolves to null, or to an error message. */
  revoke: (invite: InviteDto) => Promise<string | null>;
};

const OFFLINE = { ok: false, error: UNREACHABLE } as const;

/** Loads the invite links whenever the dialog opens, because a link shown earlier may be used up by now. */
export function useInvites({
  loadInvites,
  createInvite,
  revokeInvite,
}: Omit<InviteActions, "mailInvites">): UseInvites {
  const [invites, setInvites] = useState<Invites | null>(null);
  const [error, setError] = useState<string | null>(null);

  function show(result: FormResult<Invites>): void {
    setError(result.ok ? null : result.error);
    if (result.ok) setInvites(result.data);
  }

  async function refresh(): Promise<void> {
    show(await loadInvites({}).catch(() => OFFLINE));
  }

  const begin = useEffectEvent(() => void refresh());
  useEffect(() => begin(), []);

  async function create(terms: InviteTerms): Promise<void> {
    const result = await createInvite(terms).catch(() => OFFLINE);
    if (!result.ok) return setError(result.error);
    setError(null);
    setInvites((before) => ({
      current: result.data,
      others: before ? [before.current, ...before.others] : [],
      terms: before?.terms ?? terms,
      sendsMail: before?.sendsMail ?? false,
    }));
  }

  async function revoke(invite: InviteDto): Promise<string | null> {
    const result = await revokeInvite({ inviteId: invite.id });
    if (!result.ok) return result.error;
    await refresh();
    return null;
  }

  return { invites, error, create, revoke };
}
