"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { downloadText } from "@/components/ui/hooks/download-text";
import { Download, Ellipsis } from "@/components/ui/icons/icons";
import { ArrowLeft, History, Redo2, Undo2, Upload } from "@/components/ui/icons/more-icons";
import { Menu } from "@/components/ui/overlays/menu";
import { MenuItem } from "@/components/ui/overlays/menu-items";
import { webhookPaths } from "@/lib/text/webhook-paths";
import type { CardVersionDto, WebhookDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import type { CardActions } from "./card-actions";
import { HistoryDialog, ImportDialog } from "./card-dialogs";
import type { EditorAction, EditorState } from "./use-card-editor";
import type { Saving } from "./use-saving";

type CardHeaderProps = {
  webhook: WebhookDto;
  isOn: boolean;
  versions: readonly CardVersionDto[];
  state: EditorState;
  /** Whether it's as it's stored. */
  isSaved: boolean;
  /** Returns the card as a `sender.yaml`. */
  exported: () => string;
  unsaved: boolean;
  saving: Saving;
  dispatch: (action: EditorAction) => void;
  imported: (model: CardModel, remarks: string[]) => void;
  actions: CardActions;
};

/** The webhook's name, whether the card is on, and what can be done with the whole card. */
export function CardHeader(props: CardHeaderProps) {
  const { webhook, isOn, versions, state, isSaved, exported, unsaved, saving, dispatch, actions } = props;
  const canSave = !isSaved;
  const canUndo = state.past.length > 0;
  const canRedo = state.future.length > 0;
  const ids = { channelId: webhook.channelId, webhookId: webhook.id };
  const [open, setOpen] = useState<"history" | "import" | null>(null);
  const [more, setMore] = useState<HTMLElement | null>(null);
  const stored = versions.length > 0;
  return (
    <header className="flex flex-col gap-3">
      <Link
        href={webhookPaths.log(webhook.channelId, webhook.id)}
        className={buttonStyle("ghost", "small", "-ms-2.5 -mt-2 self-start")}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the delivery log
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
          <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={40} />
          <div className="min-w-0">
            <h2 className="truncate font-semibold text-lg">Card of {webhook.name}</h2>
            <p className="text-sm text-text-muted">
              {stored ? (unsaved ? "Unsaved changes" : `Version ${versions[0]?.version ?? 1}`) : "Not saved yet"}
            </p>
          </div>
        </div>
        {stored && (
          <div className="max-md:order-last max-md:w-full">
            <SavedSwitch
              label="Use this card"
              on={isOn}
              field="on"
              save={(input) => actions.switchCard({ ...ids, ...(input as { on: boolean }) })}
            />
          </div>
        )}
        <div className="flex items-center gap-1 max-md:hidden">
          <IconButton
            label="Undo"
            icon={<Undo2 />}
            aria-disabled={!canUndo}
            className={canUndo ? "" : "opacity-45"}
            onClick={() => dispatch({ type: "undo" })}
          />
          <IconButton
            label="Redo"
            icon={<Redo2 />}
            aria-disabled={!canRedo}
            className={canRedo ? "" : "opacity-45"}
            onClick={() => dispatch({ type: "redo" })}
          />
          <Menu trigger={<IconButton ref={setMore} label="More" icon={<Ellipsis />} />}>
            <MenuItem icon={<Upload />} onSelect={() => setOpen("import")}>
              Import a file
            </MenuItem>
            {stored && (
              <>
                <MenuItem icon={<Download />} onSelect={() => downloadText(exported(), "sender.yaml")}>
                  Export sender.yaml
                </MenuItem>
                <MenuItem icon={<History />} onSelect={() => setOpen("history")}>
                  History
                </MenuItem>
              </>
            )}
          </Menu>
          <Button
            variant="primary"
            busy={saving.busy === "trying"}
            aria-disabled={!canSave}
            onClick={() => canSave && void saving.trySaving()}
            className="ms-1"
          >
            Check and save
          </Button>
        </div>
      </div>
      <HistoryDialog
        open={open === "history"}
        setOpen={(next) => setOpen(next ? "history" : null)}
        opener={more}
        versions={versions}
        inUse={isOn ? (versions[0]?.version ?? null) : null}
        unsaved={unsaved}
        restore={saving.restore}
      />
      <ImportDialog
        open={open === "import"}
        setOpen={(next) => setOpen(next ? "import" : null)}
        opener={more}
        importCard={(file) => actions.importCard({ ...ids, yaml: file })}
        done={props.imported}
      />
    </header>
  );
}
