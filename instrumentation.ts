import type { Instrumentation } from "next";

/** Logs errors of pages, under the request's id, which the error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  // Next.js compiles this file for the Edge runtime too, which has none of what the log imports.
  // biome-ignore lint/style/noProcessEnv: Next.js replaces it when it compiles.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/process/log");
  log.error({ err: error, method, route: routePath }, "a page couldn't be shown");
};
