import { store } from "@/lib/browser/store";

/** The nonces of this page's unsent messages that this device has stored, so that closing the page doesn't lose them. */
export const storedNonces = store<ReadonlySet<string>>(new Set());
