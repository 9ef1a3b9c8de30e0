import type { OwnPasskeyDto } from "@/lib/users/dto";

export type PasskeyDto = OwnPasskeyDto & {
  /** The domain that it was made for, where that isn't the one by which one came: it can't be used here. */
  elsewhere: string | null;
};

/** What somebody has set up of two-step sign-in. */
export type TwoStepDto = {
  hasApp: boolean;
  passkeys: PasskeyDto[];
  /** How many recovery codes are left of how many. */
  codes: { left: number; made: number };
  /** Whether the workspace asks everybody for it, so that the last way can't be turned off. */
  required: boolean;
  /** False for who has no password here, and signs in elsewhere. */
  possible: boolean;
};

/** What an authenticator app is given: a QR code, row by row with a `1` for each dark square, or the secret typed in. */
export type AppOfferDto = { ticket: string; secret: string; qr: string[] };

/** Codes to be shown once; null when there are some already. */
export type NewCodesDto = { codes: string[] | null };

/** What the second step of a sign-in can be taken with; a recovery code can be used with either. */
export type SecondStepDto = { app: boolean; passkey: boolean };
