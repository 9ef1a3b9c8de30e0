"use client";

import { Activity, type MouseEvent, memo, type ReactNode, useRef, useState } from "react";
import {
  allowed,
  type MessageHandlers,
  useActions,
  useInThread,
  useQuickChange,
} from "@/components/chat/conversation/actions/actions-context";
import { useEditor } from "@/components/chat/conversation/actions/editing";
import type { Layer } from "@/components/chat/conversation/actions/message-layer";
import { MessageToolbar, usePicker } from "@/components/chat/conversation/actions/message-toolbar";
import { useActive } from "@/components/chat/conversation/actions/use-active";
import { menuPoint, useMessageKeys } from "@/components/chat/conversation/actions/use-message-keys";
import type { ChangeMessage } from "@/components/chat/conversation/run/use-change";
import { MessageArticle } from "@/components/chat/message/message-article";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { useLongPress } from "@/components/ui/hooks/use-long-press";
import { useSaved } from "@/lib/browser/sidebar";
import type { MessageDto } from "@/lib/messages/dto";
import type { Fold } from "./fold";
import { InChannelNote } from "./in-channel-note";
import { openThread } from "./open-pane";

const MessageLayer = deferredPart(
  async () => (await import("@/components/chat/conversation/actions/message-layer")).MessageLayer,
);

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

// Most messages have none of these.
const MessageFooter = deferredPart(async () => (await import("./message-footer")).MessageFooter);
const IncidentActions = deferredPart(
  async () => (await import("@/components/chat/incidents/incident-actions")).IncidentActions,
);
const IncidentClosed = deferredPart(
  async () => (await import("@/components/chat/incidents/incident-actions")).IncidentClosed,
);
const IncidentTaken = deferredPart(
  async () => (await import("@/components/chat/incidents/incident-actions")).IncidentTaken,
);

async function close(message: MessageDto, change: ChangeMessage): Promise<void> {
  const { closeIncident } = await import("@/components/chat/incidents/close-incident");
  await closeIncident(message, (act) => change(message.id, { type: "incident", act }));
}

function LiveMessage({ message, tabbable, fold, onFold, ...look }: MessageItemProps) {
  const article = useRef<HTMLElement>(null);
  const actions = useActions();
  const { reader } = actions;
  const inThread = useInThread();
  const mayDo = allowed(message, reader);
  const may = inThread ? { ...mayDo, reply: false } : mayDo;
  const change = useQuickChange(message.id);
  const saved = useSaved(message.id);
  const { active, activate, handlers } = useActive(article);
  const picker = usePicker(article);
  const [layer, setLayer] = useState<Layer | null>(null);
  const editor = useEditor(message, may.edit, article, () => setLayer("delete"));
  const on: MessageHandlers = {
    onReact: (emoji, isOn) => void change({ type: "react", emoji, on: isOn }),
    onPickReaction: picker.openByMessage,
    onReply: () => openThread(message.threadId ?? message.id),
    onEdit: editor.open,
    onDelete: () => setLayer("delete"),
    onShowHistory: () => setLayer("history"),
    onForward: () => setLayer("forward"),
    onRemind: () => setLayer("remind"),
    onAssign: () => setLayer("assign"),
  };
  const onPointerDown = useLongPress(() => setLayer("sheet"));
  const onKeyDown = useMessageKeys(message, may, on);
  const onContextMenu = (event: MouseEvent) => {
    const at = menuPoint(event);
    if (!at) return;
    event.preventDefault();
    setLayer(at);
  };
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
          ...(!editor.form && { onPointerDown, onKeyDown, onContextMenu }),
        }}
        toolbar={
          !editor.form && (
            <MessageToolbar
              message={message}
              allowed={may}
              on={on}
              picker={picker.state}
              article={article}
              active={active}
              activate={activate}
              onSheet={() => setLayer("sheet")}
            />
          )
        }
        note={message.inChannel && <InChannelNote message={message} inThread={inThread} />}
        editor={editor.form}
        {...(message.closedIncident && {
          taken: (
            <IncidentClosed
              closed={message.closedIncident}
              onReopen={may.pin ? () => void change({ type: "incident", act: "reopen" }) : null}
            />
          ),
        })}
        {...(message.incident && {
          taken: <IncidentTaken incident={message.incident} />,
          actions: may.pin && (
            <IncidentActions
              incident={message.incident}
              onAcknowledge={() => void change({ type: "incident", act: "acknowledge" })}
              onAssign={on.onAssign}
              onClose={() => void close(message, actions.change)}
            />
          ),
        })}
        footer={
          (message.reactions.length > 0 || (message.thread && !inThread) || fold) && (
            <MessageFooter message={message} allowed={may} inThread={inThread} on={on} fold={fold} onFold={onFold} />
          )
        }
      />
      {layer && (
        <MessageLayer
          layer={layer}
          message={message}
          allowed={may}
          on={on}
          article={article}
          // An action of the sheet opens the next layer before the sheet closes.
          onClose={() => setLayer((current) => (current === layer ? null : current))}
        />
      )}
    </>
  );
}

type MessageItemProps = {
  message: MessageDto;
  grouped: boolean;
  before?: ReactNode;
  /** Whether newer messages follow. */
  followed?: boolean;
  /** The messages that repeat this one, this one first. */
  fold?: Fold | undefined;
  /** Opens or closes the fold. */
  onFold?: ((fold: Fold) => void) | undefined;
  highlighted: boolean;
  /** Whether Tab reaches this message; arrow keys reach the others. */
  tabbable: boolean;
};
