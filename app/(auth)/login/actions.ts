"use server";

import { z } from "zod";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { beginWithPasskey, challengeSecondStep } from "@/lib/people/two-step/second-step";
import { publicAction } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { clientDevice } from "@/lib/web/session";
import { keepStepToken, stepToken } from "@/lib/web/sign-in/sign-in-cookies";

/** Starts a sign-in with a passkey only; returns the challenge to sign. */
export const beginPasskeySignIn = publicAction(z.object({}), async () => {
  const { token, options } = await beginWithPasskey(relyingParty(await requestBaseUrl()), await clientDevice());
  await keepStepToken(token);
  return options;
});

/** After a correct password, returns what a passkey has to sign as the second step, to sign in or to link a login. */
export const beginPasskeyStep = publicAction(z.object({}), async () => {
  return challengeSecondStep(await stepToken(), relyingParty(await requestBaseUrl()));
});
