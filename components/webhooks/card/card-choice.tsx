"use client";

import type { Dispatch } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { Plus } from "@/components/ui/icons/icons";
import { Trash2 } from "@/components/ui/icons/more-icons";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { emptyCard } from "@/lib/webhooks/interpret/own-cards/new-card";
import { describeConditions } from "@/lib/webhooks/interpret/own-cards/values";
import type { EditorAction } from "./use-card-editor";

const MOST_CARDS = 20;

type CardChoiceProps = { model: CardModel; index: number; dispatch: Dispatch<EditorAction> };

/** Chooses which of the webhook's cards the form shows, and adds and removes cards. */
export function CardChoice({ model, index, dispatch }: CardChoiceProps) {
  const { cards } = model;
  const label = (card: CardModel["cards"][number], at: number) => {
    const isLast = at === cards.length - 1;
    const others = isLast ? (cards.length > 1 ? "all others" : "all requests") : "no requests yet, add a condition";
    return `Card ${at + 1}: ${describeConditions(card.when) || others}`;
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      {cards.length > 1 && (
        <SelectField
          label="Card"
          hideLabel
          value={`${index}`}
          options={cards.map((card, at) => ({ value: `${at}`, label: label(card, at) }))}
          onChange={(changed) => dispatch({ type: "show-card", index: Number(changed.target.value) })}
          className="w-56"
        />
      )}
      {cards.length < MOST_CARDS && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => dispatch({ type: "edit-model", change: withCard, index: 0 })}
        >
          <Plus aria-hidden="true" />
          Another card
        </Button>
      )}
      {cards.length > 1 && (
        <IconButton
          label="Remove this card"
          icon={<Trash2 />}
          tone="danger"
          onClick={() =>
            dispatch({
              type: "edit-model",
              change: (before) => ({ ...before, cards: before.cards.toSpliced(index, 1) }),
            })
          }
        />
      )}
    </div>
  );
}

/** Adds a card before the others: what it isn't for goes on to them. */
function withCard(model: CardModel): CardModel {
  const names = new Set(model.cards.map(({ name }) => name));
  let number = model.cards.length + 1;
  while (names.has(`card-${number}`)) number += 1;
  return { ...model, cards: [emptyCard(`card-${number}`), ...model.cards] };
}
