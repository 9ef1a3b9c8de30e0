import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { requestChoices } from "@/app/request-choices";
import { Toaster } from "@/components/ui/overlays/toaster";
import "./globals.css";

// Nearly every text uses this font, so it is preloaded instead of waiting until the stylesheet asks for it.
const INTER = new URL("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", import.meta.url).pathname;

export const metadata: Metadata = {
  title: { default: "Parley", template: "%s · Parley" },
  description: "Team chat where tools post as easily as people.",
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, email: false, address: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdfdfe" },
    { media: "(prefers-color-scheme: dark)", color: "#17191e" },
  ],
};

/** The layout of every page. Theme, density and text size are in the initial HTML, so that no other one flashes. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, density, textSize } = await requestChoices();
  preload(INTER, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      data-density={density === "comfortable" ? undefined : density}
      data-text-size={textSize === "default" ? undefined : textSize}
    >
      <body>
        {children}
        <Toaster />
      </body>
    </html>
  );
}
