// Apart from the other URLs, which every page loads.

/** The URLs of signing in, and of what people do without it. */
export const signInPaths = {
  setup: "/setup",
  invite: (code: string) => `/invite/${code}`,
  /** Where a person links their single sign-on login to an account by its password. */
  link: "/login/link",
  secondStep: "/login/second-step",
  setUpTwoStep: "/two-step",
  forgotPassword: "/forgot-password",
  /** The token comes after the #, so browsers don't send it and no server or proxy can log it. */
  resetPassword: (token: string) => `/reset-password#${token}`,
  /** Where people unsubscribe from digest mails; mail programs use `stopMailNow`. */
  stopMail: (code: string) => `/stop-mail/${code}`,
  stopMailNow: (code: string) => `/api/stop-mail/${code}`,
  /** next-auth's CSRF token, and the start and callback of single sign-on. */
  csrf: "/api/auth/csrf",
  ssoStart: "/api/auth/signin/oidc",
  ssoCallback: "/api/auth/callback/oidc",
  identities: "/api/identities",
} as const;
