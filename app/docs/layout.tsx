import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { SkipLink } from "@/components/ui/controls/skip-link";
import { Mark } from "@/components/ui/display/mark";
import { TimeZoneProvider } from "@/components/ui/time/time-zone";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { currentUser } from "@/lib/web/session";

/** The public documentation's layout. */
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

function DocsHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-border border-b bg-surface">
      <div className="mx-auto flex h-13 max-w-7xl items-center gap-3 px-4 sm:gap-5 sm:px-6">
        <Link href={paths.home} className="flex target-y items-center gap-2 rounded-md font-semibold">
          <Mark className="size-6" />
          Parley
        </Link>
        <nav aria-label="Documentation" className="flex min-w-0 items-center gap-1 text-sm">
          <Link href={webhookPaths.docs} className={navStyle}>
            Webhooks
          </Link>
          <Link href={webhookPaths.embedBuilder} className={navStyle}>
            Embed builder
          </Link>
        </nav>
        <Link
          href={signedIn ? paths.home : paths.login}
          className={buttonStyle("ghost", "small", "ms-auto max-sm:hidden")}
        >
          {signedIn ? "Open your channels" : "Sign in"}
        </Link>
      </div>
    </header>
  );
}

const navStyle =
  "flex target-y items-center whitespace-nowrap rounded-md px-2 font-medium text-text-muted transition-colors hover:bg-surface-hover hover:text-text";
