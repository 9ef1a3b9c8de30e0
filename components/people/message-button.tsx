"use client";

import { Button } from "@/components/ui/button";
import { useOpenDirect } from "./use-open-direct";

/** Goes to the direct message with this person. */
export function MessageButton({ person: { id, name } }: { person: { id: string; name: string } }) {
  const { busy, open } = useOpenDirect();
  return (
    <Button size="small" busy={busy} aria-label={`Message ${name}`} onClick={() => void open([id])}>
      Message
    </Button>
  );
}
