"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toaster";
import { paths } from "@/lib/paths";
import { openDirect } from "./open-direct";

/** Goes to the direct message with some people. `open` answers whether it went; what went wrong is said in a toast. */
export function useOpenDirect(): { busy: boolean; open: (userIds: string[]) => Promise<boolean> } {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function open(userIds: string[]): Promise<boolean> {
    setBusy(true);
    const result = await openDirect(userIds);
    setBusy(false);
    if ("error" in result) toast.error(result.error);
    else router.push(paths.channel(result.channelId));
    return "channelId" in result;
  }

  return { busy, open };
}
