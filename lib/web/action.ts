import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { SessionUser } from "@/lib/people/find-session-user";
import { type CountsAs, countWrite } from "@/lib/people/write-limit";
import { requestId } from "@/lib/process/request-id";
import type { FormResult } from "@/lib/text/form-result";
import { toAppError } from "@/lib/web/http";
import { refuseOtherSites } from "@/lib/web/origin";
import { currentUser, restrictedUser } from "@/lib/web/session";

type Action<T> = (input: unknown) => Promise<FormResult<T>>;
type Act<S extends z.ZodType, T> = (call: { user: SessionUser; input: z.output<S> }) => Promise<T>;

/**
 * Creates a server action for signed-in people, which counts as a write. Requests from other sites are refused, input
 * is validated against `schema`, and every error is returned as one sentence, with the name of its field if it has
 * one.
 */
export function action<S extends z.ZodType, T>(schema: S, act: Act<S, T>): Action<T> {
  return signedIn(schema, act, { identify: currentUser, counts: "write" });
}

/** Like `action`, for actions that only read; doesn't count toward limits. */
export function readAction<S extends z.ZodType, T>(schema: S, act: Act<S, T>): Action<T> {
  return signedIn(schema, act, { identify: currentUser, counts: "nothing" });
}

/** Like `action`, but also for people who still have to set up two-step sign-in. */
export function setUpAction<S extends z.ZodType, T>(schema: S, act: Act<S, T>): Action<T> {
  return signedIn(schema, act, { identify: async () => (await currentUser()) ?? restrictedUser(), counts: "write" });
}

/** Like `action`, for people who aren't signed in. Callers need their own limit. */
export function publicAction<S extends z.ZodType, T>(
  schema: S,
  act: (call: { input: z.output<S> }) => Promise<T>,
): Action<T> {
  return run(schema, async (input) => ({ ok: true, data: await act({ input }) }));
}

function signedIn<S extends z.ZodType, T>(
  schema: S,
  act: Act<S, T>,
  { identify, counts }: { identify: () => Promise<SessionUser | null>; counts: CountsAs },
): Action<T> {
  return run(schema, async (input) => {
    const user = await identify();
    if (!user) return { ok: false, error: "Sign in again to do this." };
    await countWrite(user.id, counts);
    return { ok: true, data: await act({ user, input }) };
  });
}

function run<S extends z.ZodType, T>(schema: S, act: (input: z.output<S>) => Promise<FormResult<T>>): Action<T> {
  return async (input) => {
    try {
      refuseOtherSites({ method: "POST", headers: await headers() });
      const parsed = schema.safeParse(input);
      return parsed.success ? await act(parsed.data) : misread(parsed.error);
    } catch (error) {
      unstable_rethrow(error);
      const known = toAppError(error);
      return { ok: false, error: known?.message ?? failed(), field: known?.field };
    }
  };
}

/** A form shows only this sentence, so it has the code that finds the reason in the log. */
function failed(): string {
  const id = requestId();
  const sentence = "Something went wrong on our side. Try again.";
  return id === undefined ? sentence : `${sentence} If it keeps happening, give your admin this error code: ${id}.`;
}

function misread({ issues: [issue] }: z.ZodError): FormResult<never> {
  const field = issue?.path[0];
  return {
    ok: false,
    error: issue?.message ?? "Check what you entered and try again.",
    field: field === undefined ? undefined : String(field),
  };
}
