import type { ReactNode } from "react";
import { WorkspaceMark } from "@/components/settings/workspace/workspace-mark";
import { OpenedElsewhere } from "@/components/sign-in/opened-elsewhere";
import { Mark } from "@/components/ui/display/mark";
import { env } from "@/lib/process/env";
import { requestBaseUrl } from "@/lib/web/http";
import { workspaceFace } from "@/lib/workspace/workspace";

/** The layout of pages for people who aren't signed in: under the workspace's logo, or Parley's. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  // The page itself says what's wrong if the database can't be reached.
  const workspace = await workspaceFace().catch(() => null);
  return (
    <main className="flex h-dvh flex-col items-center overflow-y-auto bg-surface-sunken px-4 py-[max(2rem,10vh)]">
      {workspace?.logoUrl ? (
        <p className="mb-6 flex max-w-full items-center gap-3 font-semibold text-lg">
          <WorkspaceMark workspace={workspace} size={40} />
          <span className="min-w-0 truncate">{workspace.name}</span>
        </p>
      ) : (
        <p className="mb-6 flex items-center gap-2 font-semibold text-lg">
          <Mark className="size-7" />
          Parley
        </p>
      )}
      <OpenedElsewhere baseUrl={env.baseUrl ?? null} address={await requestBaseUrl()} />
      <div className="w-full max-w-sm rounded-xl border bg-surface-raised p-6 sm:p-8">{children}</div>
    </main>
  );
}
