import type { CardOfModel } from "@/lib/webhooks/interpret/own-cards/model";
import { CardChoice } from "./card-choice";
import { CardForm } from "./card-form";
import type { Seen } from "./seen";
import type { EditorAction, EditorState } from "./use-card-editor";

type EditPaneProps = {
  state: EditorState;
  card: CardOfModel;
  payload: unknown;
  seen: Seen;
  dispatch: (action: EditorAction) => void;
};

/** The form of a card, and which of the webhook's cards it shows. */
export function EditPane({ state: { model, index, slot }, card, payload, seen, dispatch }: EditPaneProps) {
  return (
    // What gets the focus must not end up under the preview.
    <div className="@container min-w-0 max-md:hidden @4xl:[&_:is(textarea,button,select,input)]:scroll-mt-[calc(45dvh+4rem)]">
      <div className="mb-4 flex justify-end">
        <CardChoice model={model} index={index} dispatch={dispatch} />
      </div>
      <CardForm card={card} payload={payload} seen={seen} slot={slot} dispatch={dispatch} />
    </div>
  );
}
