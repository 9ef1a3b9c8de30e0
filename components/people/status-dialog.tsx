"use client";

import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { EmojiPanel } from "@/components/emoji/emoji-panel";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextField } from "@/components/ui/controls/text-field";
import { Banner } from "@/components/ui/display/banner";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { SmilePlus } from "@/components/ui/icons/icons";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useStatus } from "@/lib/browser/people";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";
import { type ClearAfter, clearChoices, clearStatus, endOf, presets, untilText } from "./status-ends";

const OFFLINE = "Your status wasn't saved. Check your connection and try again.";

/** Sets your status and when it ends. */
export function StatusDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [from] = useState(() => document.activeElement);
  const close = () => {
    afterDialog(() => from instanceof HTMLElement && from.focus());
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title="Set a status">
      <StatusForm userId={userId} onDone={close} />
    </Dialog>
  );
}

function StatusForm({ userId, onDone }: { userId: string; onDone: () => void }) {
  const current = useStatus(userId);
  const zone = useTimeZone();
  const [emoji, setEmoji] = useState(current?.emoji ?? "");
  const [text, setText] = useState(current?.text ?? "");
  const kept = current?.endsAt ?? null;
  const [after, setAfter] = useState<ClearAfter | "kept">(kept ? "kept" : current ? "never" : "1h");
  const [picking, setPicking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Not the emoji button, which comes first.
  useLayoutEffect(() => focusField(form.current), []);
  const wasPicking = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const endsAt = after === "kept" ? kept : (endOf(after, new Date())?.toISOString() ?? null);
    const answer = await request(paths.api.status, { method: "PUT", body: { emoji, text, endsAt } });
    setBusy(false);
    if (answer.ok) onDone();
    else setError(answer.error ?? OFFLINE);
  }

  async function clear(): Promise<void> {
    const failure = await clearStatus();
    if (failure) setError(failure);
    else onDone();
  }

  const back = () => {
    wasPicking.current = true;
    setPicking(false);
  };
  if (picking) {
    return (
      <div ref={focusField} className="-mx-3 -my-4 flex h-[min(28rem,65dvh)] flex-col pb-2">
        <EmojiPanel
          onPick={(picked) => {
            setEmoji(picked);
            back();
          }}
        />
        <Button variant="ghost" size="small" className="self-start" onClick={back}>
          Back
        </Button>
      </div>
    );
  }
  const keptChoice = kept ? ([{ value: "kept", label: sentence(untilText(kept, zone, new Date())) }] as const) : [];
  const choices = [...keptChoice, ...clearChoices];
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
      <div className="flex items-end gap-2">
        <button
          ref={(button) => {
            if (wasPicking.current) button?.focus();
            wasPicking.current = false;
          }}
          type="button"
          aria-label={emoji ? `Emoji ${emoji}, choose another` : "Choose an emoji"}
          onClick={() => setPicking(true)}
          className="flex h-9 w-11 shrink-0 items-center justify-center rounded-md border border-border-strong text-lg hover:bg-surface-hover pointer-coarse:h-11"
        >
          {emoji ? withCustomEmoji(emoji) : <SmilePlus aria-hidden="true" className="size-4 text-text-muted" />}
        </button>
        <TextField
          label="Status"
          name="status"
          value={text}
          maxLength={200}
          autoComplete="off"
          placeholder="What are you up to?"
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
      </div>
      <ul aria-label="Suggestions" className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <li key={preset.text}>
            <Button
              size="small"
              onClick={() => {
                setEmoji(preset.emoji);
                setText(preset.text);
                setAfter(preset.after);
              }}
            >
              <span aria-hidden="true">{preset.emoji}</span>
              {preset.text}
            </Button>
          </li>
        ))}
      </ul>
      <SelectField
        label="Clear after"
        value={after}
        options={choices}
        onChange={({ target }) => setAfter(choices.find(({ value }) => value === target.value)?.value ?? after)}
      />
      {error && <Banner tone="danger">{error}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        {current && (
          <Button className="me-auto" onClick={() => void clear()}>
            Clear status
          </Button>
        )}
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={busy}>
          Save status
        </Button>
      </div>
    </form>
  );
}

/** Focuses the text field, except on touch screens, where the keyboard would cover the choices. */
function focusField(element: HTMLElement | null): void {
  if (window.matchMedia("(hover: hover)").matches) element?.querySelector("input")?.focus();
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
