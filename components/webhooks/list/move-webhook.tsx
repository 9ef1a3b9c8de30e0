"use client";

import { RadioGroup } from "radix-ui";
import { useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { Check, Hash, Lock } from "@/components/ui/icons/icons";
import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import { usePick } from "@/components/ui/lists/use-pick";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";
import type { WebhookChannel } from "./webhook-actions";

// Up to eight channels need no search.
const MANY = 8;

type MoveTargetListProps = {
  channels: ChannelNameDto[];
  chosen: ChannelNameDto | null;
  choose: (channel: ChannelNameDto) => void;
};

/** A list of channels to choose from, with a search if there are many. */
function MoveTargetList({ channels, chosen, choose }: MoveTargetListProps) {
  const [search, setSearch] = useState("");
  const found = moveTargets(channels, "", search);
  const pick = usePick({ search, items: found, isChosen: ({ id }) => id === chosen?.id, pick: choose });
  return (
    <div className="flex flex-col gap-2">
      {channels.length > MANY && (
        <TextField
          {...pick.field}
          label="Find a channel"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <RadioGroup.Root
        id={pick.listId}
        aria-label="Channel"
        value={chosen?.id ?? null}
        onValueChange={(id) => {
          const channel = channels.find((each) => each.id === id);
          if (channel) choose(channel);
        }}
        className="max-h-56 overflow-y-auto rounded-xl border border-border-strong p-1"
      >
        {found.map((channel, index) => (
          <Target key={channel.id} channel={channel} row={pick.row(index)} />
        ))}
      </RadioGroup.Root>
      <p role="status" className={found.length > 0 ? "sr-only" : "text-sm text-text-muted"}>
        {found.length === 0 && "No channels found."}
        {search !== "" && found.length > 0 && `${found.length} found`}
      </p>
    </div>
  );
}

function Target({ channel: { id, name, kind }, row }: { channel: ChannelNameDto; row: { id: string } }) {
  const Icon = kind === "private" ? Lock : Hash;
  return (
    <RadioGroup.Item
      {...row}
      value={id}
      className="flex target-y w-full items-center gap-2 rounded-md px-2.5 text-start text-sm -outline-offset-2 hover:bg-surface-hover data-active:bg-surface-hover data-[state=checked]:bg-surface-selected"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {kind === "private" && <span className="sr-only">, private</span>}
      <RadioGroup.Indicator>
        <Check aria-hidden="true" className="size-4 text-accent" />
      </RadioGroup.Indicator>
    </RadioGroup.Item>
  );
}

const NOT_CHOSEN = "Choose a channel.";

type MoveWebhookProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  moveWebhook: FormAction;
  /** Called when the webhook has left this channel's list. */
  moved: () => void;
};

type MoveDialogProps = MoveWebhookProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: HTMLElement | null;
};

/** The dialog that moves a webhook to another channel. */
export function MoveWebhook({ open, onOpenChange, opener, ...props }: MoveDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} opener={opener} title={`Move webhook ${props.webhook.name}`}>
      <MoveWebhookForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MoveWebhookForm({ webhook, channel, moveWebhook, moved, close }: MoveWebhookProps & { close: () => void }) {
  const [target, setTarget] = useState<ChannelNameDto | null>(null);
  const [reason, setReason] = useState("");
  const form = useForm({
    fields: ["reason"],
    send: async () => {
      if (!target) return { ok: false, error: NOT_CHOSEN };
      return moveWebhook({ channelId: webhook.channelId, webhookId: webhook.id, toChannelId: target.id, reason });
    },
    done: () => {
      close();
      toast.success(`Webhook moved to #${target?.name}`);
      afterDialog(moved);
    },
  });
  const targets = moveTargets(channel.moveTargets, channel.id, "");
  if (targets.length === 0) {
    return (
      <p className="pb-1 text-sm text-text-muted">
        {channel.isPrivate
          ? "To move a webhook out of a private channel, you have to manage both channels. Ask a manager."
          : "You don't manage webhooks in any other active channel. Join or create one first."}
      </p>
    );
  }
  const answered = target !== null && form.formError === NOT_CHOSEN;
  return (
    <Form state={answered ? { ...form, formError: null } : form}>
      <MoveTargetList channels={targets} chosen={target} choose={setTarget} />
      <p className="text-sm text-text-muted">
        New messages go to{" "}
        {target ? <strong className="font-medium text-text">#{target.name}</strong> : "the channel you choose"}.
        Messages already posted stay in #{channel.name}, and the webhook can no longer change them. Its URL doesn't
        change.
      </p>
      <ReasonField
        webhook={webhook}
        value={reason}
        change={setReason}
        error={form.errorOf("reason")}
        managers="both channels' managers"
      />
      <DialogButtons busy={form.busy}>Move webhook</DialogButtons>
    </Form>
  );
}

/** Returns the channels that the webhook can move to whose names contain every word of the search. */
export function moveTargets(channels: readonly ChannelNameDto[], channelId: string, search: string): ChannelNameDto[] {
  const words = searchWords(search.replaceAll("#", ""));
  return channels.filter(({ id, name }) => id !== channelId && holdsWords(name, words));
}
