import { encoded } from "./paths";

// Apart from the other URLs, which every page loads.

/** What the search page asks for besides what it finds. */
export const searchPaths = {
  saved: (id: string) => `/api/search/saved/${id}`,
  count: (q: string) => `/api/search/count?q=${encoded(q)}`,
} as const;
