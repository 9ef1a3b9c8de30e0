"use server";

import { z } from "zod";
import { sendsMail } from "@/lib/network/mail/send-mail";
import { inviteMailsSchema, inviteTermsSchema } from "@/lib/people/schema";
import {
  revokeInvite as endInvite,
  listInvites,
  mailInvites as mailAll,
  createInvite as makeInvite,
  usualTerms,
} from "@/lib/people/sign-in/invites";
import { action } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";

const nothing = z.object({});
const inviteIdSchema = z.object({ inviteId: z.string() });

/**
 * Returns your newest valid link (created if there is none), the other valid links you can see, the default terms, and
 * whether Parley sends email here.
 */
export const loadInvites = action(nothing, async ({ user }) => {
  const baseUrl = await requestBaseUrl();
  const [mine] = await listInvites(user, baseUrl, { own: true });
  const current = mine ?? (await makeInvite(user, baseUrl));
  const others = (await listInvites(user, baseUrl)).filter(({ id }) => id !== current.id);
  return { current, others, terms: usualTerms(), sendsMail: sendsMail() };
});

/** Creates an invite link. */
export const createInvite = action(inviteTermsSchema, async ({ user, input }) => {
  const { maxUses, days } = usualTerms();
  return makeInvite(user, await requestBaseUrl(), { maxUses: input.maxUses ?? maxUses, days: input.days ?? days });
});

/** Emails an invite link to these addresses. Returns those to which it couldn't be sent. */
export const mailInvites = action(inviteMailsSchema, async ({ user, input }) => mailAll(user, input.addresses));

/** Revokes a link, for its creator, owners and admins. */
export const revokeInvite = action(inviteIdSchema, async ({ user, input }) => {
  await endInvite(user, inputId(input.inviteId));
});
