import type { MetadataRoute } from "next";
import { workspaceName } from "@/lib/people/create-workspace";
import { paths } from "@/lib/text/paths";

// The name is the workspace's, which isn't known at build time.
export const dynamic = "force-dynamic";

/**
 * GET /manifest.webmanifest, public: what a browser needs to install the app. The sign-in page shows the same name.
 */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  // The app can be installed even if the database is down.
  const name = (await workspaceName().catch(() => null)) ?? "Parley";
  return {
    id: paths.home,
    name,
    short_name: name.length > 12 ? "Parley" : name,
    description: "Team chat where tools post as easily as people.",
    start_url: paths.home,
    scope: paths.home,
    display: "standalone",
    // The light theme's `surface`, like the page's theme color: a manifest can have only one of each.
    background_color: "#fdfdfe",
    theme_color: "#fdfdfe",
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icons/maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
