"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/webhooks/format/problem";
import { payloadLimits } from "@/lib/webhooks/schema";
import { allTexts } from "./all-texts";
import { copyOfEmbed, type Draft, type EmbedDraft, emptyEmbed } from "./draft";
import { EmbedForm } from "./embed-form";
import { EmbedSection } from "./embed-section";
import { Pair } from "./group";
import { LimitedText } from "./limited-text";
import { moved, without } from "./list-edits";
import { OrderButtons } from "./order-buttons";
import { countIn, problemFinder } from "./problems";
import type { Edit } from "./reduce";

type DraftFormProps = { draft: Draft; onEdit: (edit: Edit) => void; problems: readonly Problem[] };

/** The message as a form. */
export function DraftForm({ draft, onEdit, problems }: DraftFormProps) {
  const [added, setAdded] = useState<number | null>(null);
  const problemOf = problemFinder(problems);
  const { embeds } = draft;
  const full = embeds.length >= payloadLimits.embeds;
  const set = (part: Partial<Draft>) => onEdit((latest) => ({ ...latest, ...part }));
  const setEmbeds = (next: EmbedDraft[]) => set({ embeds: next });
  const replace = (next: EmbedDraft) =>
    onEdit((latest) => ({ ...latest, embeds: latest.embeds.map((each) => (each.key === next.key ? next : each)) }));

  function add(): void {
    const embed = emptyEmbed();
    setAdded(embed.key);
    setEmbeds([...embeds, embed]);
  }

  return (
    <div className="flex flex-col gap-4">
      <LimitedText
        label="Content"
        value={draft.content}
        onChange={(content) => set({ content })}
        limit={payloadLimits.content}
        problem={problemOf("content")}
        rows={3}
        hint="Markdown, above the embeds"
      />
      <Pair>
        <LimitedText
          label="Username"
          value={draft.username}
          onChange={(username) => set({ username })}
          limit={payloadLimits.username}
          problem={problemOf("username")}
          placeholder="The webhook's name"
        />
        <LimitedText
          label="Avatar URL"
          value={draft.avatarUrl}
          onChange={(avatarUrl) => set({ avatarUrl })}
          limit={payloadLimits.embed.url}
          problem={problemOf("avatar_url")}
          placeholder="https://"
        />
      </Pair>
      {embeds.map((embed, place) => {
        const path = `embeds[${place}]`;
        const id = `embed-${embed.key}`;
        const problemCount = countIn(problems, place);
        return (
          <EmbedSection
            key={embed.key}
            place={place}
            title={embed.title}
            problem={problemOf(path)}
            problemCount={problemCount}
            texts={allTexts(embed)}
            buttons={
              <OrderButtons
                name={`embed ${place + 1}`}
                id={id}
                first={place === 0}
                last={place === embeds.length - 1}
                onMove={(by) => setEmbeds(moved(embeds, place, by))}
                onDuplicate={full ? undefined : () => setEmbeds(embeds.toSpliced(place + 1, 0, copyOfEmbed(embed)))}
                onRemove={() => setEmbeds(without(embeds, place))}
                afterRemove="add-embed"
              />
            }
          >
            <EmbedForm
              id={id}
              embed={embed}
              path={path}
              problems={problems}
              problemCount={problemCount}
              onChange={replace}
              {...(embed.key === added && { titleRef: focusOnce })}
            />
          </EmbedSection>
        );
      })}
      <div className="flex flex-wrap items-center gap-3">
        <Button id="add-embed" aria-disabled={full} onClick={() => full || add()}>
          <Plus aria-hidden="true" />
          Add embed
        </Button>
        <span className="text-sm text-text-muted">
          {full
            ? `A message can hold at most ${payloadLimits.embeds} embeds.`
            : `${embeds.length} of ${payloadLimits.embeds}`}
        </span>
      </div>
      {problemOf("embeds") && <p className="text-danger text-sm">{problemOf("embeds")}</p>}
    </div>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
