"use client";

import { useMemo, useState } from "react";
import { SelectField } from "@/components/ui/controls/select-field";
import { toast } from "@/components/ui/overlays/toaster";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { sampleLabel } from "@/components/webhooks/log/sample-label";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import type { CardOfModel, Path } from "@/lib/webhooks/interpret/own-cards/model";
import { inPayload } from "@/lib/webhooks/interpret/own-cards/new-card";
import { valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { objection, type Slot, withValue } from "./edit";
import { slotName, usedPaths } from "./form-state";
import { PayloadTree } from "./payload-tree-view";
import { type Seen, seenAt } from "./seen";
import type { EditorAction } from "./use-card-editor";

type RequestPaneProps = {
  delivery: { id: string; payload: unknown } | null;
  /** Requests whose payload is stored, to choose from. */
  samples: readonly DeliveryDto[];
  showSample: (deliveryId: string) => void;
  card: CardOfModel;
  seen: Seen;
  slot: Slot;
  dispatch: (action: EditorAction) => void;
};

/** A request's payload as a tree, whose values go into the card. */
export function RequestPane(props: RequestPaneProps) {
  const { delivery, samples, showSample, card, seen, slot, dispatch } = props;
  const zone = useTimeZone();
  const used = useMemo(() => usedPaths(card), [card]);
  // What the last click did, for screen readers.
  const [said, setSaid] = useState("");

  function pick(path: Path): void {
    const payload = delivery?.payload;
    const refusal = objection(card, slot, valueAtPath(payload, path), path);
    setSaid(refusal ?? `Added to ${slotName(slot, card)}`);
    if (refusal !== null) {
      toast(refusal);
      return;
    }
    const values = slot.kind === "state" ? seenAt(seen, card, inPayload(path)) : [];
    dispatch({ type: "edit", change: (before) => withValue(before, slot, payload, path, values), slot: after(slot) });
  }

  return (
    <section
      aria-label="Request"
      className="flex max-h-96 min-w-0 flex-col overflow-hidden rounded-xl border max-md:hidden @4xl:sticky @4xl:top-0 @4xl:max-h-[calc(100dvh-8rem)]"
    >
      <div className="flex flex-col gap-2 border-b bg-surface-sunken p-3">
        {samples.length > 0 && (
          <SelectField
            label="Request"
            hideLabel
            value={delivery?.id ?? ""}
            options={samples.map((each) => ({ value: each.id, label: sampleLabel(each, zone) }))}
            onChange={(event) => showSample(event.target.value)}
          />
        )}
        {delivery !== null && (
          <p role="status" className="text-sm">
            Click a value to add it to <strong className="font-semibold">{slotName(slot, card)}</strong>
          </p>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      <div className="min-h-0 overflow-y-auto">
        {delivery === null ? (
          <p className="px-4 py-8 text-center text-sm text-text-muted">
            No stored requests yet. Send one to the webhook, then come back.
          </p>
        ) : (
          <PayloadTree
            key={delivery.id}
            payload={delivery.payload}
            used={used}
            onPick={pick}
            takesWhole={slot.kind !== "condition" && slot.kind !== "state"}
          />
        )}
      </div>
    </section>
  );
}

/** Returns where the next value goes after one has been added. */
function after(slot: Slot): Slot {
  if (slot.kind === "each" || slot.kind === "state") return { kind: "new-field" };
  if (slot.kind !== "text" || slot.caret === null) return slot;
  return { ...slot, caret: { atom: slot.caret.atom + 1, offset: 0 } };
}
