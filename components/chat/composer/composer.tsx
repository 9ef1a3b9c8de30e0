"use client";

import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTray } from "@/components/chat/composer/files/tray";
import { takesText } from "@/components/chat/keyboard/keys";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Tooltip } from "@/components/ui/controls/tooltip";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ChevronDown, SendHorizontal } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import { useSidebar } from "@/lib/browser/sidebar";
import { useStore } from "@/lib/browser/store";
import { channelTitle } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { ComposerTools } from "./composer-tools";
import { loadWriting, useWritingParts } from "./deferred-writing";
import { leftIn } from "./mention-text";
import { registerComposer } from "./open-composers";
import type { Schedulable, ScheduleStart } from "./schedule";
import { type ComposerProps, useComposer } from "./use-composer";
import { useTypedBeside } from "./use-typed-beside";
import { WritingField } from "./writing-field";

/** The composer: the text, and below it what can be added. On a small screen, one line while it isn't used. */
export function Composer({ below, ...props }: ComposerProps & { below?: ReactNode }) {
  const { channel, me, threadId, inChannel } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, clear, tray, writing, menu, isPreviewShown, ask, submit } = useComposer(props, field);
  useTypedBeside(field);
  const kind = threadId === undefined ? "channel" : "thread";
  useEffect(() => (field.current ? registerComposer(kind, field.current) : undefined), [kind]);
  // With a mouse or keyboard the composer takes the focus immediately; on touch the keyboard would cover the messages.
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const { onGone } = props;
  // Stable, because the menu is memoized.
  const clearScheduled = useCallback(() => {
    clear();
    onGone?.();
    afterDialog(() => !takesText(document.activeElement) && field.current?.focus());
  }, [clear, onGone]);
  const left = useStore(draft, null, leftIn);
  const isTooLong = left !== null && left < 0;
  const parts = useWritingParts();
  const { files, problems, said } = useTray(tray);
  const isEmpty = left === null && files.length === 0;
  const label = threadId === undefined ? `Message ${channelTitle(channel)}` : "Reply";
  return (
    <div className="@container relative mx-4 mb-4 max-md:mx-2 max-md:mb-2 short:mb-1">
      <form
        // Handles presses before hydration as well; afterwards `onSubmit` clears the text immediately, not in a
        // transition.
        action={() => submit()}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        // It would put back the text that the field began with.
        onReset={(event) => event.preventDefault()}
        data-idle={isEmpty && problems.length === 0}
        className="writing-box rounded-xl border border-border-strong bg-surface-raised p-1.5 focus-within:border-focus"
      >
        {parts && (isPreviewShown || files.length > 0 || problems.length > 0) && (
          <div className="-mx-1.5 -mt-1.5 mb-1.5 min-w-0 [grid-area:above]">
            {isPreviewShown && <parts.Preview draft={draft} channelId={channel.id} me={me} onClose={menu.onPreview} />}
            {(files.length > 0 || problems.length > 0) && (
              <parts.FileTray trayKey={tray} onEmptied={() => field.current?.focus()} />
            )}
          </div>
        )}
        <WritingField
          field={field}
          draft={draft}
          left={left}
          writing={writing}
          data-composer={kind}
          aria-label={label}
          aria-invalid={isTooLong || undefined}
          placeholder={label}
          enterKeyHint="send"
          className="px-1.5 pt-1 pb-1.5 [grid-area:text] compact:py-1 pointer-coarse:compact:py-2.5"
        />
        <ComposerTools format={writing.format} insert={writing.insert} insertSign={writing.insertSign} menu={menu} />
        <div className="flex items-center [grid-area:end]">
          {parts && writing.isEnterTaken && <parts.SendKeys />}
          <SendButton problem={isTooLong ? "Too long to send" : isEmpty ? "Write a message to send" : null} />
          <ScheduleMenu
            channel={channel}
            threadId={threadId}
            inChannel={inChannel}
            latest={draft.get}
            clear={clearScheduled}
            tray={tray}
          />
        </div>
      </form>
      {below}
      <ScheduledLine conversationId={threadId ?? channel.id} />
      <p role="status" className="sr-only">
        {said}
      </p>
      {parts && ask.open !== null && (
        <parts.EveryoneDialog
          channel={channel}
          open={ask.open}
          onOpenChange={ask.setOpen}
          onConfirm={() => submit(true)}
        />
      )}
    </div>
  );
}

/** Sends the message. While it can't, the tooltip says why: a disabled button would have none. */
function SendButton({ problem }: { problem: string | null }) {
  return (
    <Tooltip text={problem ?? "Send"}>
      <Button
        variant={problem === null ? "primary" : "ghost"}
        size="small"
        type="submit"
        aria-label="Send"
        aria-disabled={problem !== null || undefined}
        // A fade would be painted by the page itself, in every frame while the message is being shown.
        className="transition-none pointer-coarse:px-3.5"
      >
        <SendHorizontal aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

/** The menu beside Send: when to send the message instead. */
const ScheduleMenu = memo(function ScheduleMenu(draft: Schedulable) {
  const [started, start] = useState<ScheduleStart | null>(null);
  const parts = useWritingParts();
  return (
    <>
      <Menu
        load={loadWriting}
        side="top"
        trigger={<IconButton label="Schedule" icon={<ChevronDown />} className="compact:hidden" />}
      >
        {parts && <parts.ScheduleItems {...draft} onStart={start} />}
      </Menu>
      {parts && started && <parts.ScheduleDraftDialog {...draft} {...started} onStart={start} />}
    </>
  );
});

/** Says how many messages wait to be sent here. */
function ScheduledLine({ conversationId }: { conversationId: string }) {
  const count = useSidebar(({ scheduled }) => scheduled?.waiting[conversationId] ?? 0);
  if (count === 0) return null;
  return (
    <p className="px-2 pt-1 text-text-muted text-xs">
      <Link href={paths.scheduled} className="underline">
        {count === 1 ? "1 scheduled message" : `${count} scheduled messages`}
      </Link>{" "}
      here
    </p>
  );
}
