"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";

/** Opens the direct message with these people. `open` returns whether that worked, and shows a toast if not. */
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

/** Opens the direct message with these people, creating it if needed. Without others, it's your notes to yourself. */
export async function openDirect(userIds: string[]): Promise<{ channelId: string } | { error: string }> {
  const answer = await request<{ channelId: string }>(paths.api.direct, { method: "POST", body: { userIds } });
  if (answer.ok) return { channelId: answer.data.channelId };
  return { error: answer.error ?? "The conversation couldn't be opened. Check your connection and try again." };
}
