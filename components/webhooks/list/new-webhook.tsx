"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextField } from "@/components/ui/controls/text-field";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { focusOnce } from "@/components/ui/hooks/focus-once";
import { ChevronRight } from "@/components/ui/icons/icons";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { SenderDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { findSenders, logoOf, suggestedName } from "./find-senders";
import { QuietSwitches, quietFields, quietValues } from "./quiet-switches";
import { SenderMark } from "./sender-mark";
import type { WebhookChannel } from "./webhook-actions";
import { useWebhookAvatar } from "./webhook-avatar";
import { DescriptionField, NameField, webhookFields } from "./webhook-fields";

type SenderPickerProps = {
  senders: readonly SenderDto[];
  chosen: string;
  choose: (name: string) => void;
  /** Called after Enter has chosen a tool. */
  next: () => void;
};

/** Chooses the tool that will post. Enter in the search chooses the first result and goes on to the name. */
function SenderPicker({ senders, chosen, choose, next }: SenderPickerProps) {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = findSenders(senders, text);
  // If nothing matches, any tool can still post as JSON.
  const shown = found.length > 0 ? found : senders.filter(({ name }) => name === "json");

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      event.preventDefault();
      const [first] = shown;
      // Without a search, what is chosen stays.
      if (first && text.trim() !== "") choose(first.name);
      next();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      const radio = (chosenOnly: string) => list.current?.querySelector<HTMLInputElement>(`input${chosenOnly}`);
      (radio(":checked") ?? radio(""))?.focus();
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1.5">
        <span id={id} className="py-1 font-medium text-sm">
          What will post here?
        </span>
        <TextField
          ref={focusOnce}
          label="Search tools"
          hideLabel
          type="search"
          className="w-full sm:w-64"
          placeholder={`Search ${senders.length} tools`}
          autoComplete="off"
          enterKeyHint="next"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        role="radiogroup"
        aria-labelledby={id}
        className="relative grid h-38 auto-rows-min content-start grid-cols-2 gap-1 overflow-y-auto overscroll-contain rounded-lg border p-1 sm:grid-cols-3"
      >
        {shown.map((sender) => (
          <label
            key={sender.name}
            className="relative flex min-h-10 min-w-0 scroll-my-1 items-center gap-2 rounded-md border border-transparent px-2 py-1 text-sm transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-surface-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={id}
              checked={sender.name === chosen}
              onChange={() => choose(sender.name)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <SenderMark sender={sender} />
            <span className="min-w-0 break-words leading-4.5">{sender.label}</span>
          </label>
        ))}
      </div>
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {found.length > 0 ? (
          <Chosen
            sender={senders.find(({ name }) => name === chosen)}
            hidden={shown.every(({ name }) => name !== chosen)}
          />
        ) : (
          "No tool has that name. Choose “Any other JSON” to post anyway."
        )}
      </p>
    </div>
  );
}

/** Names the current choice when the search hides it. */
function Chosen({ sender, hidden }: { sender: SenderDto | undefined; hidden: boolean }) {
  return sender && hidden && `Chosen: ${sender.label}`;
}

type NewWebhookProps = {
  channel: WebhookChannel;
  /** Channels to choose from, if it should be asked for. */
  channels: readonly ChannelNameDto[] | null;
  createWebhook: FormAction<WebhookSecretDto>;
  senders: readonly SenderDto[];
  created: (secret: WebhookSecretDto) => void;
  cancel: () => void;
};

/** The form that creates a webhook: the tool, then what is needed, then what isn't behind "More options". */
export function NewWebhook({ channel, channels, senders, createWebhook, created, cancel }: NewWebhookProps) {
  const [sender, setSender] = useState("parley");
  const [channelId, setChannelId] = useState(
    // An archived channel isn't among them.
    (channels?.some(({ id }) => id === channel.id) === false && channels[0]?.id) || channel.id,
  );
  const nameField = useRef<HTMLInputElement>(null);
  const [typedName, setTypedName] = useState<string | null>(null);
  const tool = senders.find(({ name }) => name === sender);
  const hasThings = tool?.hasThings ?? false;
  const form = useForm({
    fields: [...webhookFields, ...quietFields],
    send: ({ oneLine, gathersAll, ...values }) =>
      createWebhook({ ...values, ...quietValues({ oneLine, gathersAll }, hasThings), sender, channelId }),
    done: created,
  });
  const name = typedName ?? (tool ? suggestedName(tool) : "");
  const avatar = useWebhookAvatar({
    name,
    byDefault: tool ? logoOf(tool) : null,
    error: form.errorOf("avatarUrl") ?? form.errorOf("picture"),
  });
  // Once it has the suggested name.
  const goToName = () =>
    requestAnimationFrame(() => {
      nameField.current?.focus();
      nameField.current?.select();
    });
  return (
    <section className="rounded-xl border bg-surface-raised p-4 sm:p-5" aria-labelledby="new-webhook">
      <h3 id="new-webhook" className="mb-3 break-words font-semibold text-base">
        {channels ? "Connect a tool" : `New webhook for #${channel.name}`}
      </h3>
      <Form state={form}>
        <SenderPicker senders={senders} chosen={sender} choose={setSender} next={goToName} />
        {channels && (
          <SelectField
            label="Channel"
            className="max-w-72"
            value={channelId}
            onChange={(event) => setChannelId(event.target.value)}
            options={channels.map(({ id: value, name }) => ({ value, label: `#${name}` }))}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField
            ref={nameField}
            value={name}
            placeholder="Such as Nightly backup"
            error={form.errorOf("name")}
            onChange={(event) => setTypedName(event.target.value)}
          />
          {avatar.address}
        </div>
        <DescriptionField error={form.errorOf("description")} />
        <MoreOptions>
          {avatar.upload}
          <QuietSwitches hasThings={hasThings} oneLine gathersAll={false} />
        </MoreOptions>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            Create webhook
          </Button>
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Fields that few people need. Hidden rather than removed, so that they keep what was entered. */
function MoreOptions({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        variant="ghost"
        size="small"
        className="-ms-2.5"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden="true" className={clsx("size-4 transition-transform", open && "rotate-90")} />
        More options
      </Button>
      <div id={id} hidden={!open} className="pt-2">
        {children}
      </div>
    </div>
  );
}
