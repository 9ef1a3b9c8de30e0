import { type AppError, isAppError } from "@/lib/errors";

/** "ok" if it may be done, or else the code with which it is refused. Whatever else is thrown comes through. */
export async function codeOf(act: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof act === "function" ? act() : act);
    return "ok";
  } catch (error) {
    return refusal(error).code;
  }
}

/** With what something is refused as invalid. Throws when it is taken, or refused for another reason. */
export function invalid(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (refusal(error).code === "invalid") return refusal(error);
    throw error;
  }
  throw new Error("It was taken.");
}

function refusal(error: unknown): AppError {
  if (isAppError(error)) return error;
  throw error;
}
