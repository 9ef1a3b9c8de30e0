"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import { loadLater } from "@/components/ui/hooks/when-idle";

const pages = deferred(() => import("./kept-pages"));

/**
 * The page, `children`, with the last conversations kept behind it: `KeptPages`, which is loaded later and takes over with
 * a navigation, because it renders the page anew.
 */
export function KeptConversations({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const { KeptPages, AskAhead } = pages.use() ?? {};
  const [at, setAt] = useState({ pathname, keeps: false });
  if (at.pathname !== pathname) setAt({ pathname, keeps: at.keeps || KeptPages !== undefined });
  useEffect(() => loadLater(pages.load), []);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {AskAhead && <AskAhead />}
      {at.keeps && KeptPages ? <KeptPages>{children}</KeptPages> : children}
    </div>
  );
}
