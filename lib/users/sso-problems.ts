const PROBLEMS = {
  unfinished: (name: string) =>
    `Signing in was not finished in time, or in another browser. Continue with ${name} again.`,
  cancelled: (name: string) => `${name} did not let you in. Try again, or ask whoever runs it.`,
  unreachable: (name: string) => `${name} can't be reached just now. Try again in a moment.`,
  misconfigured: (name: string) => `${name} and Parley don't understand each other. Tell whoever runs this workspace.`,
  unverified: (name: string) =>
    `${name} doesn't say that your email address is verified. Have it verified there, then try again.`,
  foreign: (name: string) =>
    `Your email address is not one for which ${name} makes accounts here. Ask somebody in the workspace for an invite link.`,
  unknown: () => "You have no account here yet. Ask somebody in the workspace for an invite link.",
  deactivated: () => "Your account here is deactivated. Ask an owner or admin of the workspace to reactivate it.",
  otherwise: (name: string) =>
    `The account with your email address belongs to another login at ${name}. Ask an owner of the workspace.`,
  taken: (name: string) =>
    `That login at ${name} belongs to another account here. Sign out of it at ${name} and try again.`,
  passwordless: (name: string) =>
    `Your account is linked to another login at ${name} and has no password. Set a password first, then link this one.`,
  limited: () => "Too many attempts. Try again in some minutes.",
  unavailable: () => "Signing in is not possible just now. Try again in a moment.",
} as const satisfies Record<string, (name: string) => string>;

/** Why single sign-on let somebody not in. */
export type SsoProblem = keyof typeof PROBLEMS;

/** The sentence that says so, and what to do, where the provider is called `name`. */
export function sayProblem(problem: SsoProblem, name: string): string {
  return capital(PROBLEMS[problem](name));
}

/** The same for what stands in a URL, which may be anything: null where that names no problem. */
export function sayProblemOf(text: unknown, name: string): string | null {
  return isSsoProblem(text) ? sayProblem(text, name) : null;
}

function isSsoProblem(text: unknown): text is SsoProblem {
  return typeof text === "string" && Object.hasOwn(PROBLEMS, text);
}

/** A name that isn't written large, as "single sign-on", may begin a sentence. */
function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
