import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark";

/** The layout of pages for people who aren't signed in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-surface-sunken px-4 py-[max(2rem,10vh)]">
      <p className="mb-6 flex items-center gap-2 font-semibold text-lg">
        <Mark className="size-7" />
        Parley
      </p>
      <div className="w-full max-w-sm rounded-xl border bg-surface-raised p-6 sm:p-8">{children}</div>
    </main>
  );
}
