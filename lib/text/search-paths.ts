import { encoded } from "./paths";

// Apart from the other URLs, which every page loads.

/** What a search asks for. */
export const searchPaths = {
  /** `before` is the id of the last message already loaded. */
  messages: (q: string, limit: number, before: string | null = null, sort: "time" | "relevance" = "time") =>
    `/api/search?q=${encoded(q)}&limit=${limit}${before === null ? "" : `&before=${before}`}${sort === "time" ? "" : "&sort=relevance"}`,
  saved: (id: string) => `/api/search/saved/${id}`,
  count: (q: string) => `/api/search/count?q=${encoded(q)}`,
} as const;
