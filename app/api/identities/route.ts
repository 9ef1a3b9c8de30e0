import { z } from "zod";
import { forgetPendingLink, pendingLink } from "@/lib/auth/pending-link";
import { clientDevice, currentUser, renewSession } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import { linkIdentity } from "@/lib/users/identities";
import { parse, publicRoute, readJson } from "@/lib/web/http";

const linkSchema = z.object({ password: z.string("Enter the password.").min(1, "Enter the password.") });

/**
 * POST /api/identities `{password}`: links the login with which this browser has come back from the provider of single sign-on, for whoever
 * knows the password of the account that waits for it. Answers where to go on. No server action: that would render the page
 * anew, which is over then.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  POST: async ({ request }) => {
    const { oidc } = env;
    if (!oidc) throw new AppError("not_found", "There is nothing at this address.");
    const { password } = parse(linkSchema, await readJson(request));
    const [pending, signedIn] = await Promise.all([pendingLink(), currentUser()]);
    if (!pending) throw new AppError("conflict", "It took too long. Go back to the sign-in page and begin again.");
    const session = await linkIdentity(oidc, pending, { password, signedIn }, await clientDevice());
    await forgetPendingLink();
    if (session) await renewSession(session);
    return { to: session ? paths.home : paths.account };
  },
});
