import type { OwnPasskeyDto } from "@/lib/people/dto";

export type PasskeyDto = OwnPasskeyDto & {
  /** The domain it was created for, if that isn't the current one: it can't be used here then. */
  elsewhere: string | null;
};

/** What someone has set up for two-step sign-in. */
export type TwoStepDto = {
  hasApp: boolean;
  passkeys: PasskeyDto[];
  /** How many recovery codes are left, out of how many. */
  codes: { left: number; made: number };
  /** Whether the workspace requires two-step sign-in, so that the last factor can't be turned off. */
  required: boolean;
  /** False for people without a password here, who use single sign-on. */
  possible: boolean;
};

/**
 * What an authenticator app needs: a QR code, row by row with a `1` for each dark square, or the secret to type in.
 */
export type AppOfferDto = { ticket: string; secret: string; qr: string[] };

/** Recovery codes to show once; null if there were some already. */
export type NewCodesDto = { codes: string[] | null };

/** The ways to complete the second step of a sign-in, besides a recovery code. */
export type SecondStepDto = { app: boolean; passkey: boolean };
