import type { Metadata } from "next";
import { OfflineApp } from "@/components/offline/offline-app";

export const metadata: Metadata = { title: "Offline" };

/**
 * GET /offline: anybody. The page that the service worker shows in place of every other while there is no network. It holds nothing
 * of anybody: what it shows it reads from the device.
 */
export default function OfflinePage() {
  return <OfflineApp />;
}
