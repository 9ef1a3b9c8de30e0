import type { Instrumentation } from "next";

/** Logs errors of pages, under the request's id, which the error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath }) => {
  const { log } = await import("@/lib/log");
  log.error({ err: error, method, route: routePath }, "a page couldn't be shown");
};
