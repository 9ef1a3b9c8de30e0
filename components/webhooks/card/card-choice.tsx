"use client";

import type { Dispatch } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { Plus } from "@/components/ui/icons/icons";
import { Trash2 } from "@/components/ui/icons/more-icons";
import { type CardFile, emptyCard } from "./card-file";
import { describeConditions } from "./rules";
import type { EditorAction } from "./use-card-editor";

type CardChoiceProps = { file: CardFile; index: number; dispatch: Dispatch<EditorAction> };

/** Chooses which of the file's cards the form shows, and adds and removes cards. */
export function CardChoice({ file, index, dispatch }: CardChoiceProps) {
  const { cards, event } = file;
  const label = (card: CardFile["cards"][number], at: number) => {
    if (event !== null) return card.name;
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
      {event === null && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => dispatch({ type: "edit-file", change: withCard, index: 0 })}
        >
          <Plus aria-hidden="true" />
          Another card
        </Button>
      )}
      {event === null && cards.length > 1 && (
        <IconButton
          label="Remove this card"
          icon={<Trash2 />}
          tone="danger"
          onClick={() =>
            dispatch({
              type: "edit-file",
              change: (before) => ({ ...before, cards: before.cards.toSpliced(index, 1) }),
            })
          }
        />
      )}
    </div>
  );
}

/** Adds a card before the others: what it isn't for goes on to them. */
function withCard(file: CardFile): CardFile {
  const names = new Set(file.cards.map(({ name }) => name));
  let number = file.cards.length + 1;
  while (names.has(`card-${number}`)) number += 1;
  return { ...file, cards: [emptyCard(`card-${number}`), ...file.cards] };
}
