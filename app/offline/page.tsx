import type { Metadata } from "next";
import { OfflineApp } from "@/components/offline/offline-app";

export const metadata: Metadata = { title: "Offline" };

/**
 * GET /offline, public: the service worker shows this page in place of any other while there is no network. It contains
 * no user's data; what it shows comes from the device.
 */
export default function OfflinePage() {
  return <OfflineApp />;
}
