import type { DeliveryDto } from "@/lib/webhooks/dto";

/** Returns whether the sender got an error. */
export function isFailed({ status }: Pick<DeliveryDto, "status">): boolean {
  return status >= 400;
}

/** Returns the outcome as one word, shown next to the status. */
export function outcome({ status, method }: Pick<DeliveryDto, "status" | "method">): string {
  if (status >= 500) return "Failed";
  if (status >= 400) return "Rejected";
  if (status === 202) return "Skipped";
  if (method === "PATCH") return "Edited";
  return method === "DELETE" ? "Deleted" : "Posted";
}

const origins = { test: "Test", replay: "Resent", composed: "Sent manually" } as const;

/** Returns how a member sent it ("Test", "Resent", "Sent manually"), or null if the sender did. */
export function originName({ origin }: Pick<DeliveryDto, "origin">): string | null {
  return origin === "sender" ? null : origins[origin];
}

/** Returns what came: why it failed or was skipped, or else the title of its message. */
export function subjectOf({
  status,
  reason,
  message,
  event,
}: Pick<DeliveryDto, "status" | "reason" | "message" | "event">): string {
  if (reason !== null && (status >= 400 || status === 202)) return reason;
  if (message?.deleted) return "Message deleted";
  return message?.title ?? event ?? "No message";
}

/** Returns whether the request can be sent again. Edits can't, because they don't create a message. */
export function canSendAgain({ method, hasPayload }: Pick<DeliveryDto, "method" | "hasPayload">): boolean {
  return method === "POST" && hasPayload;
}

/** Returns whether a body arrived but wasn't kept: it was too large, memory was short, or its message was deleted. */
export function lacksPayload({ size, hasPayload }: Pick<DeliveryDto, "size" | "hasPayload">): boolean {
  return size > 0 && !hasPayload;
}
