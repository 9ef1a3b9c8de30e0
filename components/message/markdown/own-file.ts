const ownFile = /^\/api\/attachments\/[1-9]\d{0,18}\/[^/\\?#\s]+(\?size=large)?$/;

/** Whether the address is the path of one of this install's own files. */
export function isOwnFile(href: string | null | undefined): boolean {
  return ownFile.test(href ?? "");
}

/** Where a picture's address leads who wants it large: elsewhere, or to an own file as it is shown, since as it was sent it is a download. */
export function toOpen(url: string): string {
  return isOwnFile(url) && !url.includes("?") ? `${url}?size=large` : url;
}
