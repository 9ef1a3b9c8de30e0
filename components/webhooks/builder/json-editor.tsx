"use client";

import { useId } from "react";
import { TextArea } from "@/components/ui/controls/text-area";
import { problemSentence } from "@/lib/webhooks/payload/problem";
import { checkPayload } from "@/lib/webhooks/schema";
import type { Draft } from "./draft";
import { fromPayload } from "./payload";

type JsonEditorProps = {
  /** The form's content as JSON. */
  json: string;
  /** Text typed here that the form doesn't match yet. */
  written: string | null;
  onWrite: (text: string) => void;
};

/** Edits the message as JSON. Valid changes appear in the form immediately. */
export function JsonEditor({ json, written, onWrite }: JsonEditorProps) {
  const id = useId();
  const text = written ?? json;
  const { draft, sentences } = readDraft(text);
  const most = 5;
  return (
    <div className="flex flex-col gap-3 [&_textarea]:font-mono [&_textarea]:text-sm">
      <TextArea
        label="JSON"
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        rows={24}
        spellCheck={false}
        autoCapitalize="off"
        hint="This is what gets posted. Paste a payload to edit it."
      />
      <div role="status" id={id} className="flex flex-col gap-1 text-sm">
        {sentences.slice(0, most).map((sentence) => (
          <p key={sentence} className="text-danger [overflow-wrap:anywhere]">
            {sentence}
          </p>
        ))}
        {sentences.length > most && <p className="text-danger">{`And ${sentences.length - most} more.`}</p>}
        {draft === null && <p className="text-text-muted">The form and preview update when this is valid.</p>}
      </div>
    </div>
  );
}

/**
 * Parses JSON into a draft (null if it isn't JSON or a part has the wrong type) and the errors that the endpoint would
 * return.
 */
export function readDraft(json: string): { draft: Draft | null; sentences: string[] } {
  let payload: unknown;
  try {
    payload = JSON.parse(json);
  } catch (error) {
    const where = error instanceof Error ? ` ${error.message}.` : "";
    return { draft: null, sentences: [`The body must be JSON.${where}`] };
  }
  const { problems } = checkPayload(payload);
  const misshapen = problems.some(({ code }) => code === "misshapen");
  return { draft: misshapen ? null : fromPayload(payload), sentences: problems.map(problemSentence) };
}
