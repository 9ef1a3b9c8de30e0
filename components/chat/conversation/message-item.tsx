"use client";

import { Activity, type MouseEvent, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  allowed,
  useActions,
  useInThread,
  useQuickChange,
} from "@/components/chat/conversation/actions/actions-context";
import { useEditor } from "@/components/chat/conversation/actions/editing";
import type { MessageDialogKind } from "@/components/chat/conversation/actions/message-dialogs";
import { useActive } from "@/components/chat/conversation/actions/use-active";
import { menuPoint, useMessageKeys } from "@/components/chat/conversation/actions/use-message-keys";
import { ReactionRow } from "@/components/chat/conversation/reactions/reaction-row";
import { IncidentLine } from "@/components/chat/incidents/incident-line";
import { MessageArticle } from "@/components/chat/message/message-article";
import { deferred, deferredPart } from "@/components/ui/deferred/deferred";
import { useLongPress } from "@/components/ui/hooks/use-long-press";
import { ChevronDown, ChevronRight } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import { useSaved } from "@/lib/browser/sidebar";
import type { MessageDto } from "@/lib/messages/dto";
import type { Fold } from "./fold";
import { openThread } from "./open-pane";
import { InChannelNote, ThreadSummary } from "./thread-summary";

const toolbarPart = deferred(() => import("@/components/chat/conversation/actions/toolbar"));
const editForm = deferred(() => import("@/components/chat/conversation/actions/edit-form"));
const opened = () => import("@/components/chat/conversation/actions/message-dialogs");
const ActionSheet = deferredPart(async () => (await opened()).ActionSheet);
const MessageMenu = deferredPart(async () => (await opened()).MessageMenu);
const MessageDialog = deferredPart(async () => (await opened()).MessageDialog);

// Before the first message is hovered or focused, so that Tab finds the buttons there.
if (typeof window !== "undefined") {
  for (const type of ["pointermove", "keydown"])
    window.addEventListener(type, () => void toolbarPart.load(), { once: true, passive: true, capture: true });
}

/**
 * A message with its actions, rendered again only when it changes. React hydrates an `Activity` after the rest of the
 * page, or immediately when pressed, so fifty server-rendered messages don't block anything.
 * https://react.dev/reference/react/Activity
 */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  return (
    <Activity>
      <LiveMessage {...props} />
    </Activity>
  );
});

function LiveMessage({ message, tabbable, fold, onFold, ...look }: MessageItemProps) {
  const article = useRef<HTMLElement>(null);
  const { reader } = useActions();
  const inThread = useInThread();
  const mayDo = allowed(message, reader);
  const may = inThread ? { ...mayDo, reply: false } : mayDo;
  const change = useQuickChange(message.id);
  const { active, activate, handlers } = useActive(article);
  const editor = useEditor(message, may.edit, article);
  const EditForm = editForm.use()?.EditForm;
  const isEditing = editor.isEditing && EditForm !== undefined;
  useEffect(() => {
    if (editor.isEditing) void editForm.load();
  }, [editor.isEditing]);
  const [dialog, setDialog] = useState<MessageDialogKind | null>(null);
  const saved = useSaved(message.id);
  const [sheet, setSheet] = useState(false);
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const [picking, setPicking] = useState(false);
  const pickedByMessage = useRef(false);
  const onPointerDown = useLongPress(() => setSheet(true));
  const react = (emoji: string, on: boolean) => void change({ type: "react", emoji, on });
  const on = {
    onReact: react,
    onPickReaction: () => {
      pickedByMessage.current = true;
      setPicking(true);
    },
    onReply: () => openThread(message.threadId ?? message.id),
    onEdit: editor.open,
    onDelete: () => setDialog("delete"),
    onShowHistory: () => setDialog("history"),
    onForward: () => setDialog("forward"),
    onRemind: () => setDialog("remind"),
    onAssign: () => setDialog("assign"),
  };
  const picker = {
    open: picking,
    onOpenChange: (open: boolean) => {
      if (open) pickedByMessage.current = false;
      setPicking(open);
    },
    focusAfter: () => (pickedByMessage.current ? article.current : null),
  };
  const onKeyDown = useMessageKeys(message, may, on);
  const Toolbar = toolbarPart.use()?.Toolbar;
  const showsToolbar = active || picking;
  useEffect(() => {
    if (showsToolbar) void toolbarPart.load();
  }, [showsToolbar]);
  const toolbar =
    showsToolbar && Toolbar ? (
      <Toolbar message={message} allowed={may} readerId={reader.id} picker={picker} article={article} {...on} />
    ) : (
      <ShowActions article={article} onToolbar={activate} onSheet={() => setSheet(true)} />
    );
  return (
    <>
      <MessageArticle
        message={message}
        saved={saved}
        {...look}
        article={{
          ref: article,
          tabIndex: tabbable ? 0 : -1,
          ...handlers,
          ...(!isEditing && {
            onPointerDown,
            onKeyDown,
            onContextMenu: (event: MouseEvent) => {
              const at = menuPoint(event);
              if (!at) return;
              event.preventDefault();
              setMenu(at);
            },
          }),
        }}
        toolbar={!isEditing && toolbar}
        note={message.inChannel && <InChannelNote message={message} inThread={inThread} />}
        editor={
          isEditing ? (
            <EditForm
              message={message}
              unsaved={editor.unsaved}
              onSave={(text) => void editor.save(text)}
              onDelete={on.onDelete}
              onCancel={editor.close}
            />
          ) : undefined
        }
        footer={
          <>
            {message.incident && (
              <IncidentLine
                incident={message.incident}
                onAcknowledge={may.pin ? () => void change({ type: "incident", act: "acknowledge" }) : null}
                onAssign={on.onAssign}
              />
            )}
            <ReactionRow message={message} readerId={reader.id} onReact={may.react ? react : null} />
            {!inThread && <ThreadSummary message={message} />}
            {fold && <FoldButton fold={fold} onToggle={onFold} />}
          </>
        }
      />
      {sheet && (
        <ActionSheet
          message={message}
          allowed={may}
          readerId={reader.id}
          article={article}
          onClose={() => setSheet(false)}
          {...on}
        />
      )}
      {menu && (
        <MessageMenu
          key={`${menu.x} ${menu.y}`}
          at={menu}
          message={message}
          allowed={may}
          article={article}
          onClose={() => setMenu(null)}
          {...on}
        />
      )}
      {dialog && (
        <MessageDialog
          kind={dialog}
          message={message}
          readerId={reader.id}
          article={article}
          change={change}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

type MessageItemProps = {
  message: MessageDto;
  grouped: boolean;
  before?: ReactNode;
  /** The messages that repeat this one, this one first. */
  fold?: Fold | undefined;
  /** Opens or closes the fold. */
  onFold?: ((fold: Fold) => void) | undefined;
  highlighted: boolean;
  /** Whether Tab reaches this message; arrow keys reach the others. */
  tabbable: boolean;
};

/**
 * For screen reader users without pointer or focus: renders the toolbar and moves the focus there. On touch screens,
 * opens the sheet, like a long press.
 */
function ShowActions({ article, onToolbar, onSheet }: ShowActionsProps) {
  const show = async () => {
    if (window.matchMedia("(hover: none)").matches) return onSheet();
    await toolbarPart.load();
    flushSync(onToolbar);
    article.current?.querySelector<HTMLElement>("[data-toolbar] button:not([tabindex])")?.focus();
  };
  return (
    <button type="button" tabIndex={-1} className="sr-only" onClick={() => void show()}>
      Message actions
    </button>
  );
}

type ShowActionsProps = { article: RefObject<HTMLElement | null>; onToolbar: () => void; onSheet: () => void };

/** Below a message that represents several: a button with their number and the last one's time that shows or hides them. */
function FoldButton({ fold, onToggle }: FoldButtonProps) {
  const { messages, open } = fold;
  const toggle = ({ currentTarget }: MouseEvent) => {
    flushSync(() => onToggle?.(fold));
    // At the channel's end the page grows upwards, away from the button.
    currentTarget.closest("article")?.scrollIntoView({ block: "nearest" });
  };
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={toggle}
      className="target-y -my-1 -ms-2 inline-flex max-w-full items-center gap-1.5 self-start rounded-md px-2 text-sm hover:bg-surface-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="font-medium text-accent">
        {open ? "Show fewer" : `Show ${messages.length - 1} more like this`}
      </span>
      {!open && (
        <span className="text-text-muted text-xs">
          until <Time at={messages.at(-1)?.createdAt ?? ""} format="clock" />
        </span>
      )}
    </button>
  );
}

type FoldButtonProps = { fold: Fold; onToggle: ((fold: Fold) => void) | undefined };
