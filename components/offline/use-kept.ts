import { useCallback, useEffect, useState } from "react";
import { readChannels, readFrame, readUnsent, writeUnsent } from "@/lib/browser/kept/database";
import type { KeptChannel, KeptFrame, KeptUnsent } from "@/lib/browser/kept/types";
import { makeNonce } from "@/lib/browser/nonce";

type Kept = { frame: KeptFrame | null; channels: KeptChannel[]; unsent: KeptUnsent[] };

const NOTHING: Kept = { frame: null, channels: [], unsent: [] };

/** Returns what this device stores, null until it has been read, and functions to add and discard waiting messages. */
export function useKept() {
  const [kept, setKept] = useState<Kept | null>(null);
  const read = useCallback(async () => {
    const [frame, channels, unsent] = await Promise.all([readFrame(), readChannels(), readUnsent()]);
    setKept({ frame, channels, unsent });
  }, []);
  useEffect(() => {
    read().catch(() => setKept(NOTHING));
  }, [read]);
  const ownerId = kept?.frame?.owner.id;
  const change = useCallback(
    async (unsent: KeptUnsent[], gone: string[]) => {
      if (ownerId !== undefined) await writeUnsent(ownerId, unsent, gone);
      await read();
    },
    [ownerId, read],
  );
  const write = useCallback(
    (channelId: string, content: string) => {
      const createdAt = new Date().toISOString();
      const message = { nonce: makeNonce(), channelId, threadId: null, content, files: [], createdAt };
      return change([{ ...message, error: null, offline: true }], []);
    },
    [change],
  );
  const discard = useCallback((nonce: string) => change([], [nonce]), [change]);
  return { kept, write, discard };
}
