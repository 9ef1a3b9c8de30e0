"use server";

import { refresh } from "next/cache";
import { confirmApp as confirm, offerApp, turnOffApp as turnOff } from "@/lib/people/two-step/app";
import { renewCodes } from "@/lib/people/two-step/factors";
import {
  addPasskey as add,
  beginAddingPasskey,
  removePasskey as remove,
  renamePasskey as rename,
} from "@/lib/people/two-step/passkeys";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import {
  addPasskeySchema,
  confirmAppSchema,
  passkeyNameSchema,
  proveSchema,
  removePasskeySchema,
} from "@/lib/people/two-step/schema";
import { action, setUpAction } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";
import { keepStepToken, stepToken } from "@/lib/web/sign-in/sign-in-cookies";

// These actions don't refresh the page, because it still has to show the recovery codes once.

/** Creates a secret for an authenticator app. It isn't stored yet. */
export const beginApp = setUpAction(proveSchema, async ({ user, input }) => offerApp(user, input.proof));

/** Turns on the authenticator app whose code comes with the secret's ticket. */
export const confirmApp = setUpAction(confirmAppSchema, async ({ user, input }) => confirm(user, input));

/** Returns what the browser needs to create a passkey. */
export const beginPasskey = setUpAction(proveSchema, async ({ user, input }) => {
  const { token, options } = await beginAddingPasskey(user, input.proof, relyingParty(await requestBaseUrl()));
  await keepStepToken(token);
  return options;
});

/** Adds the passkey that the browser created. */
export const addPasskey = setUpAction(addPasskeySchema, async ({ user, input }) => {
  return add(user, await stepToken(), input, relyingParty(await requestBaseUrl()));
});

/** Requires a password or a code as proof. */
export const turnOffApp = action(proveSchema, async ({ user, input }) => {
  await turnOff(user, input.proof);
  refresh();
});

/** Requires a password or a code as proof. */
export const makeCodes = action(proveSchema, async ({ user, input }) => renewCodes(user, input.proof));

/** Renames one of your passkeys. */
export const renamePasskey = action(passkeyNameSchema, async ({ user, input }) => {
  await rename(user, inputId(input.passkeyId), input.name);
  refresh();
});

/** Requires a password or a code as proof. */
export const removePasskey = action(removePasskeySchema, async ({ user, input }) => {
  await remove(user, inputId(input.passkeyId), input.proof);
  refresh();
});
