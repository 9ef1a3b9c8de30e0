"use client";

import { Tabs } from "radix-ui";
import { TextArea } from "@/components/ui/controls/text-area";
import { Banner } from "@/components/ui/display/banner";
import { EditAs } from "@/components/webhooks/builder/controls";
import { CardChoice } from "./card-choice";
import type { WebhookCard } from "./card-file";
import { CardForm } from "./card-form";
import type { EditorAction, EditorState } from "./use-card-editor";

type EditPaneProps = {
  state: EditorState;
  /** The file's text. */
  yaml: string;
  card: WebhookCard;
  payload: unknown;
  view: string;
  setView: (view: string) => void;
  dispatch: (action: EditorAction) => void;
};

/** The card as a form, or the whole file as text. */
export function EditPane({ state, yaml, card, payload, view, setView, dispatch }: EditPaneProps) {
  const { file, index, slot } = state;
  return (
    // What gets the focus must not end up under the preview.
    <Tabs.Root
      value={view}
      onValueChange={setView}
      className="min-w-0 max-md:hidden @4xl:[&_:is(textarea,button,select,input)]:scroll-mt-[calc(45dvh+4rem)]"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <EditAs other="File" />
        {view === "form" && !state.unread && <CardChoice file={file} index={index} dispatch={dispatch} />}
      </div>
      <Tabs.Content value="form" tabIndex={-1} className="@container">
        {state.unread ? (
          <Banner tone="warning">The form can't show this file. Edit it under File, or undo your change.</Banner>
        ) : (
          <CardForm card={card} payload={payload} slot={slot} hasConditions={file.event === null} dispatch={dispatch} />
        )}
      </Tabs.Content>
      <Tabs.Content value="file" tabIndex={-1}>
        <TextArea
          label="sender.yaml"
          rows={24}
          value={yaml}
          spellCheck={false}
          autoCapitalize="none"
          hint="The whole card as a file. The preview says what's wrong with it."
          onChange={(event) => dispatch({ type: "write", text: event.target.value, kind: "file" })}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
        />
      </Tabs.Content>
    </Tabs.Root>
  );
}
