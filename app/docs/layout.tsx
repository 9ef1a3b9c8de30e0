import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { DocsHeader } from "@/components/docs/docs-header";
import { SkipLink } from "@/components/ui/skip-link";
import { TimeZoneProvider } from "@/components/ui/time-zone";
import { currentUser } from "@/lib/auth/session";

/** The frame of the documentation, which anybody may read. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [user, jar] = await Promise.all([currentUser(), cookies()]);
  return (
    <TimeZoneProvider timeZone={jar.get("parley.timezone")?.value.slice(0, 64) ?? "UTC"} renderedAt={Date.now()}>
      <SkipLink target="content">Skip to content</SkipLink>
      <DocsHeader signedIn={user !== null} />
      <main id="content" tabIndex={-1} className="mx-auto max-w-7xl px-4 outline-none sm:px-6">
        {children}
      </main>
    </TimeZoneProvider>
  );
}
