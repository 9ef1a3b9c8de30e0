import type { PendingMessage } from "@/components/chat/composer/pending";
import { type Conversation, conversationKey, unsent, unsentChanged } from "@/components/chat/conversation/run/unsent";
import { sender } from "@/components/chat/conversation/run/use-sending";
import { known, onChange } from "@/lib/browser/data";
import { connection } from "@/lib/browser/events";
import { hasRoom, toKept } from "@/lib/browser/kept/bounds";
import { readFrame, readUnsent, writeChannel, writeFrame, writeUnsent } from "@/lib/browser/kept/database";
import { keepingEnabled } from "@/lib/browser/kept/enabled";
import { hintKept } from "@/lib/browser/kept/hint";
import { keepShell } from "@/lib/browser/kept/shell";
import { storedNonces } from "@/lib/browser/kept/stored-nonces";
import type { KeptFrame, KeptUnsent } from "@/lib/browser/kept/types";
import { wipeDevice, wipeKept } from "@/lib/browser/kept/wipe";
import { openChannel } from "@/lib/browser/open-channel";
import type { Sidebar } from "@/lib/browser/rendered";
import { serviceWorker } from "@/lib/browser/service-worker";
import { throttle } from "@/lib/browser/throttle";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import type { MeDto } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { giveBack, sendElsewhere } from "./give-back";
import { toKeptUnsent, toPending } from "./unsent-files";

// Why: docs/decisions/offline.md

// The shortest time between writes of the same data.
const WRITE_MS = 2_000;
const SEND_MS = 10_000;

type KeptIdentity = { me: MeDto; workspaceName: string };

/** Saves read and unsent messages on this device, if enabled. Call the returned function to stop. Never throws. */
export async function keep({ me, workspaceName }: KeptIdentity): Promise<() => void> {
  // Loaded only on use otherwise, when there may be no connection.
  void sender.load();
  const owner = { id: me.id, name: me.name, avatarUrl: me.avatarUrl };
  const frameNow = (): KeptFrame => {
    const { channels = [], sections = [] } = sidebarNow() ?? {};
    return { owner, workspaceName, sidebar: channels, sections, emoji: emojiNow() ?? {} };
  };

  const begin = async (lasting: LastingWork) => {
    const before = await readFrame();
    if (before !== null && before.owner.id !== me.id) await wipeDevice({ exceptPerson: me.id });
    await writeFrame(frameNow(), true);
    const waiting = await readUnsent();
    hintKept(me.id, waiting.length > 0);
    keepWaiting(me.id, lasting);
    for (const each of waiting) giveBack(each, [toPending(each)]);
    void sendElsewhere();
    // Without the cache or a service worker nothing could show it, so nothing is saved.
    if (!("caches" in window) || (await serviceWorker()) === null) return;
    keepReading(me.id, frameNow, lasting);
    keepShellWhenPossible(lasting);
  };
  let lasting = untilStopped();
  const change = () => {
    lasting.stop();
    lasting = untilStopped();
    // If the browser can't store anything, Parley works as usual.
    if (keepingEnabled.get()) void begin(lasting).catch(() => undefined);
    else void wipeKept();
  };
  change();
  const stop = keepingEnabled.subscribe(change);
  return () => {
    lasting.stop();
    stop();
  };
}

/** Work that continues until it is stopped. */
type LastingWork = {
  /** Stops all of it, and anything added later immediately. */
  stop: () => void;
  /** Registers functions to call when it stops. */
  add: (...stops: (() => void)[]) => void;
  /** Stops when a write finds that another page has wiped this device, or that it now holds another person's data. */
  unlessWiped: (write: Promise<boolean>) => void;
};

function untilStopped(): LastingWork {
  const stops: (() => void)[] = [];
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const each of stops.splice(0)) each();
  };
  return {
    stop,
    add: (...more) => {
      stops.push(...more);
      if (stopped) stop();
    },
    unlessWiped: (write) => void write.then((isMine) => isMine || stop()).catch(() => undefined),
  };
}

function sidebarNow(): Sidebar | null {
  return known<Sidebar>(paths.api.sidebar);
}

function emojiNow(): EmojiIds | null {
  return known<EmojiIds>(paths.api.emoji);
}

/** Saves what the reader sees, the sidebar and the custom emoji. */
function keepReading(ownerId: string, frameNow: () => KeptFrame, lasting: LastingWork) {
  const channelWrites = throttle<null>(
    WRITE_MS,
    () => {
      const now = openChannel.get();
      const kept = now && toKept(now.channel, now.messages, Date.now());
      if (kept) lasting.unlessWiped(writeChannel(ownerId, kept));
    },
    { delayed: true },
  );
  const writeOpenChannel = () => channelWrites.add([null]);
  const frameWrites = throttle<null>(
    WRITE_MS,
    () => {
      lasting.unlessWiped(writeFrame(frameNow(), false));
      // The channel may have been opened before the sidebar listed it.
      writeOpenChannel();
    },
    { delayed: true },
  );
  writeOpenChannel();
  let kept = sidebarNow();
  let keptEmoji = emojiNow();
  const stop = onChange(() => {
    const now = sidebarNow();
    const emoji = emojiNow();
    if (now?.channels === kept?.channels && now?.sections === kept?.sections && emoji === keptEmoji) return;
    kept = now;
    keptEmoji = emoji;
    frameWrites.add([null]);
  });
  lasting.add(openChannel.subscribe(writeOpenChannel), stop, channelWrites.stop, frameWrites.stop);
}

/** Saves the offline page. If the network is lost meanwhile, does so when it's back. */
function keepShellWhenPossible(lasting: LastingWork) {
  let done = false;
  const attempt = () => {
    if (done || connection.status.get() !== "open") return;
    done = true;
    keepShell().catch(() => {
      done = false;
    });
  };
  attempt();
  lasting.add(connection.status.subscribe(attempt));
}

/** Records which messages a write has stored. */
function noteStored(writing: Promise<boolean>, kept: readonly KeptUnsent[], gone: readonly string[]) {
  const note = (isMine: boolean) => {
    const next = new Set(storedNonces.get());
    for (const each of kept) if (isMine && hasRoom(each)) next.add(each.nonce);
    for (const nonce of gone) next.delete(nonce);
    storedNonces.set(next);
  };
  writing.then(note, () => undefined);
}

/** Saves messages waiting to be sent, and sends those whose conversation isn't open. */
function keepWaiting(ownerId: string, lasting: LastingWork) {
  const written = new Map<string, string[]>();
  const keepUnsent = (conversation: Conversation) => {
    const key = conversationKey(conversation);
    const pending: readonly PendingMessage[] = unsent.get(key)?.pending ?? [];
    const nonces = pending.map(({ nonce }) => nonce);
    // Only what this page wrote: another tab may have messages for the same conversation.
    const gone = (written.get(key) ?? []).filter((nonce) => !nonces.includes(nonce));
    written.set(key, nonces);
    const kept = pending.map((each) => toKeptUnsent(each, conversation));
    const writing = writeUnsent(ownerId, kept, gone);
    lasting.unlessWiped(writing);
    noteStored(writing, kept, gone);
  };
  const sendWhenOpen = () => {
    if (connection.status.get() === "open" && unsent.size > 0) void sendElsewhere();
  };
  const timer = setInterval(sendWhenOpen, SEND_MS);
  for (const { conversation } of unsent.values()) keepUnsent(conversation);
  lasting.add(unsentChanged.subscribe(keepUnsent), connection.status.subscribe(sendWhenOpen), () =>
    clearInterval(timer),
  );
}
