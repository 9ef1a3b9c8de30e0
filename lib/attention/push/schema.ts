import { z } from "zod";

const WRONG = "Your browser's push subscription isn't valid. Turn push notifications off and on again.";

/** Exactly this many bytes, in base64url. */
const bytes = (length: number) =>
  z
    .string(WRONG)
    .max(200, WRONG)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, WRONG)
    .refine((text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === length, WRONG);

/** An endpoint at a push service. Whether its address is public is checked when something is sent there. */
const endpoint = z
  .string(WRONG)
  .max(2048, WRONG)
  .regex(/^https:\/\/[^\s/\\@]+\/[\x21-\x7e]*$/, WRONG)
  .refine((text) => URL.canParse(text), WRONG);

/** A browser's PushSubscription as JSON; `replaces` is its previous endpoint. */
export const subscriptionSchema = z.object({
  endpoint,
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, WRONG),
  replaces: endpoint.nullish(),
});

export const endpointSchema = z.object({ endpoint });

export type Subscription = Omit<z.output<typeof subscriptionSchema>, "replaces">;
