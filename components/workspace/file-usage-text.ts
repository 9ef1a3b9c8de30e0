import { formatSize } from "@/components/message/attachment/format-size";

/** "1 file", "1,204 files". */
export function filesText(files: number): string {
  return files === 1 ? "1 file" : `${files.toLocaleString("en-US")} files`;
}

/** How much is used, and of what: "1.4 GiB", "1.4 GiB of 50 GiB". */
export function roomText(used: number, limit: number | null): string {
  return limit === null ? formatSize(used) : `${formatSize(used)} of ${formatSize(limit)}`;
}

/** Whether little of the room is left. */
export function isNearly(used: number, limit: number): boolean {
  return used >= limit * 0.9;
}
