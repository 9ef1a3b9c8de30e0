"use client";

import { type Dispatch, type RefObject, useCallback, useEffect, useRef } from "react";
import { type LocalFile, releaseFiles } from "@/components/chat/composer/files/local-file";
import type { PendingMessage } from "@/components/chat/composer/pending";
import { deferredUntil } from "@/components/ui/deferred/deferred";
import { useConnectionStatus } from "@/lib/browser/events";
import { makeNonce } from "@/lib/browser/nonce";
import type { Run, RunAction } from "./run";
import { conversationKey, LOST, takers } from "./unsent";

/** What sends messages and changes: loaded with the first key or press, before anything can be sent. */
export const sender = deferredUntil(["keydown", "pointerdown"], () => import("./send"));

type SendingOptions = {
  channelId: string;
  /** The root message's id; null for the channel itself. */
  threadId: string | null;
  run: RefObject<Run>;
  dispatch: Dispatch<RunAction>;
  /** Called when a message has arrived. */
  onSent?: (() => void) | undefined;
};

const RETRY_MS = 5_000;
// Files are sent as a whole each time.
const RETRY_FILES_EVERY = 12;

/** Sends messages, and retries those that failed for lack of a connection. */
export function useSending({ channelId, threadId, run, dispatch, onSent }: SendingOptions) {
  const status = useConnectionStatus();
  const arrived = useRef(onSent);
  arrived.current = onSent;
  // One at a time, so that messages keep their order. Files are slow, so texts have a queue of their own.
  const queues = useRef({ texts: Promise.resolve(), files: Promise.resolve() });
  const deliver = useCallback(
    (message: PendingMessage) => {
      const loaded = sender.load().then((code) => {
        code?.allowUpload(message.nonce);
        return code;
      });
      dispatch({ type: "sending", message: { ...message, error: null } });
      const queue = message.files.length > 0 ? "files" : "texts";
      queues.current[queue] = queues.current[queue].then(async () => {
        const code = await loaded;
        const outcome = (await code?.send(channelId, { ...message, threadId })) ?? LOST;
        if ("message" in outcome) {
          dispatch({ type: "changes", messages: [outcome.message] });
          arrived.current?.();
        } else dispatch({ type: "failed", nonce: message.nonce, error: outcome.error, offline: outcome.offline });
      });
    },
    [channelId, threadId, dispatch],
  );

  const sendNew = useCallback(
    (content: string, files: readonly LocalFile[], inChannel?: boolean) => {
      const createdAt = new Date().toISOString();
      deliver({ nonce: makeNonce(), content, files, inChannel, createdAt, error: null, offline: false });
    },
    [deliver],
  );

  // Messages written before this page was opened. Refused ones wait for their author to decide.
  useEffect(() => {
    const key = conversationKey({ channelId, threadId });
    takers.set(key, (message) => {
      if (message.error && !message.offline) dispatch({ type: "sending", message });
      else deliver(message);
    });
    return () => void takers.delete(key);
  }, [channelId, threadId, dispatch, deliver]);

  useEffect(() => {
    if (status !== "open") return;
    const sendAgain = (withFiles: boolean) => {
      for (const message of run.current.pending) {
        if (message.error && message.offline && (withFiles || message.files.length === 0)) deliver(message);
      }
    };
    sendAgain(true);
    // Sending may fail while the stream works, which then can't signal recovery: the server's disk may be full.
    let tries = 0;
    const timer = setInterval(() => {
      tries += 1;
      sendAgain(tries % RETRY_FILES_EVERY === 0);
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [status, deliver, run]);

  const discard = useCallback(
    (nonce: string) => {
      releaseFiles(run.current.pending.find((each) => each.nonce === nonce)?.files ?? []);
      dispatch({ type: "discarded", nonce });
    },
    [dispatch, run],
  );
  const cancel = useCallback(
    (nonce: string) => {
      void sender.load().then((code) => {
        if (code && !code.stopUpload(nonce)) dispatch({ type: "failed", nonce, ...code.STOPPED });
      });
    },
    [dispatch],
  );
  return { sendNew, retry: deliver, discard, cancel };
}
