import { type AppError, isAppError } from "@/lib/text/errors";

/** Returns "ok", or the code of the AppError that was thrown. Other errors pass through. */
export async function codeOf(act: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof act === "function" ? act() : act);
    return "ok";
  } catch (error) {
    return refusal(error).code;
  }
}

/** Returns the `invalid` error that `act` throws. Throws if it throws another one or none. */
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
