import type { DeliveryDto } from "@/lib/webhooks/dto";

/** Whether the sender got an error. */
export function isFailed({ status }: Pick<DeliveryDto, "status">): boolean {
  return status >= 400;
}

/** What became of the request, in a word that stands beside its status. */
export function outcome({ status, method }: Pick<DeliveryDto, "status" | "method">): string {
  if (status >= 500) return "Failed";
  if (status >= 400) return "Rejected";
  if (status === 202) return "Skipped";
  if (method === "PATCH") return "Edited";
  return method === "DELETE" ? "Deleted" : "Posted";
}

const origins = { test: "Test", replay: "Resent", composed: "Sent manually" } as const;

/** How it was sent, when it wasn't the sender who did: "Test", "Resent", "Sent manually". */
export function originName({ origin }: Pick<DeliveryDto, "origin">): string | null {
  return origin === "sender" ? null : origins[origin];
}

/** "512 B", "1.4 KiB", "64 KiB", "3.2 MiB" */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1023.95 ? `${short(kib)} KiB` : `${short(kib / 1024)} MiB`;
}

function short(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : `${Math.round(value)}`;
}

/** Whether a member can send the request again: an edit has no message of its own to become. */
export function canSendAgain({ method, hasPayload }: Pick<DeliveryDto, "method" | "hasPayload">): boolean {
  return method === "POST" && hasPayload;
}

/** Whether something came and isn't there to be looked at: it was too long or too much, or its message is deleted. */
export function lacksPayload({ size, hasPayload }: Pick<DeliveryDto, "size" | "hasPayload">): boolean {
  return size > 0 && !hasPayload;
}
