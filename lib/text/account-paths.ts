// Apart from the other URLs, which every page loads.

/** The URLs of the pages of a person's account, besides the first. */
export const accountPaths = {
  appearance: "/account/appearance",
  notifications: "/account/notifications",
  security: "/account/security",
  devices: "/account/devices",
} as const;
