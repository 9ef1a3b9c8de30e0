import { z } from "zod";
import { linkIdentity } from "@/lib/people/sign-in/identities";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { codeSchema } from "@/lib/people/two-step/schema";
import { beginSecondStep, takeLinkStep } from "@/lib/people/two-step/second-step";
import { env } from "@/lib/process/env";
import { accountPaths } from "@/lib/text/account-paths";
import { AppError, noSuchThing } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { publicRoute, requestBaseUrl } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";
import { clientDevice, currentUser, renewSession } from "@/lib/web/session";
import { forgetPendingLink, keepStepToken, pendingLink, stepToken } from "@/lib/web/sign-in/sign-in-cookies";

const linkSchema = z.union(
  [z.object({ code: codeSchema }), z.object({ passkey: z.string() }), z.object({ password: z.string().min(1) })],
  "Enter your password.",
);

/**
 * POST /api/identities `{password}`, then `{code}` or `{passkey}` if the account has a second step: links the single
 * sign-on login that this browser returned with to the account it belongs to. Returns where to go next. This isn't a
 * server action, because that would render the page again, whose purpose is over by then.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  POST: withBody(linkSchema, async ({ body: given }) => {
    const { oidc } = env;
    if (!oidc) throw noSuchThing();
    const [pending, signedIn, device] = await Promise.all([pendingLink(), currentUser(), clientDevice()]);
    if (!pending)
      throw new AppError("conflict", "Signing in took too long. Go back to the sign-in page and start again.");
    const rp = relyingParty(await requestBaseUrl());
    const shown = "password" in given ? given : await takeLinkStep(await stepToken(), given, rp, device);
    const outcome = await linkIdentity(oidc, pending, { ...shown, signedIn }, device);
    if (outcome?.sessionId === null) {
      const begun = { network: device.address, before: await stepToken() };
      await keepStepToken(await beginSecondStep(outcome, begun, "link-login"));
      return { to: signInPaths.link };
    }
    await forgetPendingLink();
    if (outcome) await renewSession(outcome);
    return { to: outcome ? paths.home : accountPaths.security };
  }),
});
