import { z } from "zod";
import { nameSchema } from "@/lib/people/schema";

/** A password or code, to prove who is at an open session. */
const proofSchema = z.string().max(1024).optional();

/** A typed code. */
export const codeSchema = z.string().trim().min(1, "Enter the code.").max(64, "The code must have six digits.");

export const proveSchema = z.object({ proof: proofSchema });

export const confirmAppSchema = z.object({ ticket: z.string().max(4096), code: codeSchema });

export const passkeyNameSchema = z.object({ passkeyId: z.string(), name: nameSchema("a name for the passkey") });

export const removePasskeySchema = z.object({ passkeyId: z.string(), proof: proofSchema });

// Far more than any passkey sends; the library parses the content.
const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);
const credential = { id: base64url.max(2048), rawId: base64url.max(2048), type: z.literal("public-key") };

/** A browser's response after creating a passkey. */
const madePasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

export const addPasskeySchema = z.object({
  name: nameSchema("a name for the passkey"),
  response: madePasskeySchema,
});

/** A browser's response after signing with a passkey. */
export const usedPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.max(2048).nullish(),
  }),
});

export type MadePasskey = z.output<typeof madePasskeySchema>;
export type UsedPasskey = z.output<typeof usedPasskeySchema>;
