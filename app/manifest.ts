import type { MetadataRoute } from "next";
import { paths } from "@/lib/paths";
import { workspaceName } from "@/lib/users/create-workspace";

// The name is the workspace's, which no build knows.
export const dynamic = "force-dynamic";

/** GET /manifest.webmanifest: anybody. What a browser installs as an app; the sign-in page shows the same name. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  // Without a database it is still the same app.
  const name = (await workspaceName().catch(() => null)) ?? "Parley";
  return {
    id: paths.home,
    name,
    short_name: name.length > 12 ? "Parley" : name,
    description: "Team chat where tools post as easily as people.",
    start_url: paths.home,
    scope: paths.home,
    display: "standalone",
    // The token `surface` in the light, as the page's own theme color: a manifest knows only one of each.
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
