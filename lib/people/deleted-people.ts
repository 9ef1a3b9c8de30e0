import { createHmac } from "node:crypto";
import { keyFor } from "@/lib/secrets/secret";

// Why: docs/decisions/retention.md

/** How everyone sees a deleted person. */
export const DELETED_NAME = "Deleted person";
export const DELETED_AVATAR = "emoji:👤";

/** How the audit log names a deleted person. */
export function deletedNumber(number: number): string {
  return `${DELETED_NAME} ${number}`;
}

/** The address of a deleted person's row. No mail can be sent to it. */
export function deletedAddress(number: number): string {
  return `deleted-${number}@deleted.invalid`;
}

/** Returns whether this is the address of a deleted person, in this install or another. */
export function isDeletedAddress(email: string): boolean {
  return /^deleted-\d+@deleted\.invalid$/i.test(email.trim());
}

/** Returns a hash by which an import recognizes a deleted person's address or key. Without the install's secret, no one can try addresses. */
export function deletedHash(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", keyFor("parley: deleted people")).update(text.toLowerCase()).digest());
}

const HASHED = "deleted:";

/** Returns what replaces a deleted person's key, or that of their message, in what is remembered of imports. */
export function deletedKey(source: string, key: string): string {
  return `${HASHED}${Buffer.from(deletedHash(`${source} ${key}`)).toString("hex")}`;
}

/** Returns whether a key was replaced. */
export function isDeletedKey(key: string): boolean {
  return key.startsWith(HASHED);
}
