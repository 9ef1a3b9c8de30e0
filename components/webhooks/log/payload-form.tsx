"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { TextArea } from "@/components/ui/controls/text-area";
import { StatusDot } from "@/components/ui/display/status-dot";
import { Form } from "@/components/ui/forms/form";
import { useForm } from "@/components/ui/forms/use-form";
import type { PostedMessage } from "@/components/webhooks/list/webhook-actions";
import type { FormResult } from "@/lib/text/form-result";
import { paths } from "@/lib/text/paths";
import type { DeliveryPayloadDto } from "@/lib/webhooks/dto";
import { hasMasked, jsonProblem, spreadJson } from "./payload-text";

const FEWEST_LINES = 5;
const MOST_LINES = 20;
const AS_CODE = "[&_textarea]:break-all [&_textarea]:font-mono [&_textarea]:text-sm";

type PayloadFormProps = {
  payload: DeliveryPayloadDto;
  /** Whether the request was rejected, so that nothing has been posted yet. */
  refused: boolean;
  send: (payload: string) => Promise<FormResult<PostedMessage>>;
};

/** Edits a payload and sends it again. Afterwards it links to the message. */
export function PayloadForm({ payload, refused, send }: PayloadFormProps) {
  const [initial] = useState(() => spreadJson(payload.text));
  const [text, setText] = useState(initial);
  const [posted, setPosted] = useState<PostedMessage | null>(null);
  const problem = jsonProblem(text);
  const form = useForm({
    fields: ["payload"],
    send: async () =>
      problem ? { ok: false, error: problem, field: "payload" } : send(text === initial ? payload.text : text),
    done: setPosted,
  });
  if (posted) return <Posted message={posted} />;
  return (
    <Form state={form} label={refused ? "Correct the payload" : "Send the payload again"} className="mt-2 gap-3!">
      <TextArea
        label="Payload"
        name="payload"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        rows={rowsOf(initial)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={problem ?? form.errorOf("payload")}
        hint={<Notes payload={payload} refused={refused} />}
        className={AS_CODE}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          Send again
        </Button>
        {text !== initial && (
          <Button variant="ghost" onClick={() => setText(initial)}>
            Undo changes
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A read-only payload. */
export function PayloadText({ payload }: { payload: DeliveryPayloadDto }) {
  const text = spreadJson(payload.text);
  const hint = [
    payload.cut && "Only the beginning was kept.",
    hasMasked(text) && "Values that look like secrets are replaced with •••.",
  ];
  return (
    <div className="mt-2">
      <TextArea
        label="Payload"
        readOnly
        rows={rowsOf(text)}
        value={text}
        hint={hint.filter(Boolean).join(" ")}
        className={AS_CODE}
      />
    </div>
  );
}

function rowsOf(text: string): number {
  return Math.min(Math.max(text.split("\n").length, FEWEST_LINES), MOST_LINES);
}

function Notes({ payload, refused }: { payload: DeliveryPayloadDto; refused: boolean }) {
  return (
    <>
      {payload.cut && "Only the beginning was kept. Complete it before you send it. "}
      {payload.files > 0 && "Its files weren't kept and won't be sent again. "}
      {hasMasked(payload.text) && "Values that look like secrets are replaced with •••. Fill them in, or ••• is sent. "}
      {refused
        ? "Validated exactly like the original request."
        : "Posted as a new message, and validated exactly like the original request."}
    </>
  );
}

function Posted({ message }: { message: PostedMessage }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 py-2">
      <StatusDot tone="success">Posted</StatusDot>
      <Link
        ref={focusOnce}
        href={paths.message(message.channelId, message.seq)}
        className="rounded-md font-medium text-accent text-sm underline underline-offset-2"
      >
        Show the message
      </Link>
    </p>
  );
}

/** Takes the focus from the button, which is gone. */
function focusOnce(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true });
}
