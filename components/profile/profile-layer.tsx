"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { CardPopover } from "./card-popover";
import { CardSheet } from "./card-sheet";
import { type Opened, opened } from "./open-profile";
import { StatusDialog } from "./status-dialog";

/** Shows what is open of profiles. Going to another page closes it. */
export function ProfileLayer({ open }: { open: Opened }) {
  const pathname = usePathname();
  const openedOn = useRef({ open, pathname });
  if (openedOn.current.open !== open) openedOn.current = { open, pathname };
  useEffect(() => {
    if (openedOn.current.pathname !== pathname) close();
  }, [pathname]);
  if (open.kind === "status") return <StatusDialog userId={open.userId} onClose={close} />;
  // Where there is no room beside what was pressed.
  const Card = window.matchMedia("(max-width: 47.99rem)").matches ? CardSheet : CardPopover;
  return <Card key={open.userId} {...open} onClose={close} />;
}

function close(): void {
  opened.set(null);
}
