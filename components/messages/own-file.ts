const ownFile = /^\/api\/attachments\/[1-9]\d{0,18}\/[^/\\?#\s]+$/;

/** Whether the address is the path of one of this install's own files. */
export function isOwnFile(href: string | null | undefined): boolean {
  return ownFile.test(href ?? "");
}
