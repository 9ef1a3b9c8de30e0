"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";

type UnsavedGuardProps = {
  unsaved: boolean;
  /** What is edited. */
  what?: "card" | "rule";
};

/** While there are unsaved changes, asks before they are lost. */
export function UnsavedGuard({ unsaved, what = "card" }: UnsavedGuardProps) {
  const router = useRouter();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target === "_blank" || link.download !== "") return;
      // The browser itself asks about other sites.
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setLeavingTo(link.pathname + link.search + link.hash);
    };
    window.addEventListener("beforeunload", beforeUnload);
    document.addEventListener("click", click, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", beforeUnload);
      document.removeEventListener("click", click, { capture: true });
    };
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={leavingTo !== null}
      onOpenChange={(open) => open || setLeavingTo(null)}
      title="Leave without saving?"
      description={`Your changes to the ${what} aren't saved and will be lost.`}
      confirmText="Leave"
      onConfirm={async () => {
        if (leavingTo !== null) router.push(leavingTo);
        return null;
      }}
    />
  );
}
