// Apart from the other URLs, which every page loads.

/** The URLs of one scheduled message and its files. */
export const scheduledPaths = {
  message: (id: string) => `/api/scheduled/${id}`,
  files: (id: string) => `/api/scheduled/${id}/files`,
  file: (id: string, fileId: string) => `/api/scheduled/${id}/files/${fileId}`,
} as const;
