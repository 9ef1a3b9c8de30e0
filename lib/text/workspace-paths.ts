// Apart from the other URLs, which every page loads.

/** The URLs of the workspace's pages. */
export const workspacePaths = {
  webhooks: "/workspace/webhooks",
  auditLog: "/workspace/audit-log",
  /** Storage, for owners and admins. */
  files: "/workspace/files",
  security: "/workspace/security",
  health: "/workspace/health",
  settings: "/workspace/settings",
  permissions: "/workspace/settings/permissions",
  groups: "/workspace/settings/groups",
  emoji: "/workspace/settings/emoji",
  retention: "/workspace/settings/retention",
  export: "/workspace/settings/export",
  /** What the pages load. */
  auditLogPages: "/api/audit-log",
  healthNow: "/api/workspace/health",
  personDeletion: (userId: string) => `/api/people/${userId}/deletion`,
  /** The download of an export. The ticket names what, and who may. */
  exported: (ticket: string) => `/api/exports/${ticket}`,
} as const;
