"use client";

import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Badge } from "@/components/ui/display/badge";
import { focusOnce } from "@/components/ui/hooks/focus-once";
import { ChevronRight, Plus } from "@/components/ui/icons/icons";
import type { Problem } from "@/lib/webhooks/payload/problem";
import { payloadLimits } from "@/lib/webhooks/schema";
import { allTexts, LimitedText, moved, OrderButtons, Pair, without } from "./controls";
import { copyOfEmbed, type Draft, type EmbedDraft, emptyEmbed } from "./draft";
import { EmbedForm } from "./embed-form";
import { countIn, problemFinder } from "./problems";
import type { Edit } from "./use-builder";

type DraftFormProps = { draft: Draft; onEdit: (edit: Edit) => void; problems: readonly Problem[] };

/** Edits a message as a form. */
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
      {embeds.map((embed, index) => {
        const path = `embeds[${index}]`;
        const id = `embed-${embed.key}`;
        const problemCount = countIn(problems, index);
        return (
          <EmbedSection
            key={embed.key}
            index={index}
            title={embed.title}
            problem={problemOf(path)}
            problemCount={problemCount}
            texts={allTexts(embed)}
            buttons={
              <OrderButtons
                name={`embed ${index + 1}`}
                id={id}
                first={index === 0}
                last={index === embeds.length - 1}
                onMove={(by) => setEmbeds(moved(embeds, index, by))}
                onDuplicate={full ? undefined : () => setEmbeds(embeds.toSpliced(index + 1, 0, copyOfEmbed(embed)))}
                onRemove={() => setEmbeds(without(embeds, index))}
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
            ? `A message can have at most ${payloadLimits.embeds} embeds.`
            : `${embeds.length} of ${payloadLimits.embeds}`}
        </span>
      </div>
      {problemOf("embeds") && <p className="text-danger text-sm">{problemOf("embeds")}</p>}
    </div>
  );
}

type EmbedSectionProps = {
  index: number;
  title: string;
  /** The first error of the embed as a whole. */
  problem: string | null;
  problemCount: number;
  /** The length of all its text once that approaches the limit. */
  texts: string | null;
  buttons: ReactNode;
  children: ReactNode;
};

/** One embed in the form. It can be collapsed, so that ten of them stay manageable. */
function EmbedSection({ index, title, problem, problemCount, texts, buttons, children }: EmbedSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(true);
  return (
    <section aria-labelledby={`${id}-name`} className="rounded-xl border border-border bg-surface-raised">
      <header className="flex items-center gap-1 py-1.5 ps-1.5 pe-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}-body`}
            onClick={() => setOpen(!open)}
            className="flex target-y w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-start hover:bg-surface-hover"
          >
            <ChevronRight
              aria-hidden="true"
              className={clsx("size-4 shrink-0 text-text-muted transition-transform", open && "rotate-90")}
            />
            <span id={`${id}-name`} className="shrink-0 font-semibold text-sm">{`Embed ${index + 1}`}</span>
            <span className="truncate text-sm text-text-muted">{title}</span>
            {problemCount > 0 && (
              <Badge tone="danger">{problemCount === 1 ? "1 problem" : `${problemCount} problems`}</Badge>
            )}
          </button>
        </h2>
        {buttons}
      </header>
      {texts && <p className="px-4 pb-3 text-sm text-text-muted tabular-nums">{texts}</p>}
      {problem && <p className="px-4 pb-3 text-danger text-sm">{problem}</p>}
      <div id={`${id}-body`} hidden={!open} className="border-border border-t p-4">
        {children}
      </div>
    </section>
  );
}
