import { z } from "zod";

const WRONG = "Your browser's push subscription isn't valid. Turn push notifications off and on again.";

/** Bytes in base64url, exactly so many. */
const bytes = (length: number) =>
  z
    .string(WRONG)
    .max(200, WRONG)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, WRONG)
    .refine((text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === length, WRONG);

/** An address at a push service. Whether it leads to the public internet is seen when something is sent there. */
const endpoint = z
  .string(WRONG)
  .max(2048, WRONG)
  .regex(/^https:\/\/[^\s/\\@]+\/[\x21-\x7e]*$/, WRONG)
  .refine((text) => URL.canParse(text), WRONG);

/** What a browser's PushSubscription says as JSON; `replaces` is the endpoint that it had before. */
export const subscriptionSchema = z.object({
  endpoint,
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, WRONG),
  replaces: endpoint.nullish(),
});

export const endpointSchema = z.object({ endpoint });

export type Subscription = Omit<z.output<typeof subscriptionSchema>, "replaces">;
