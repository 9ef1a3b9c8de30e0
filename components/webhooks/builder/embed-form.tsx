"use client";

import { memo } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextField } from "@/components/ui/controls/text-field";
import { CARD_SEVERITIES } from "@/lib/messages/dto";
import type { Problem } from "@/lib/webhooks/payload/problem";
import { payloadLimits } from "@/lib/webhooks/schema";
import { Group, LimitedText, Pair } from "./controls";
import type { EmbedDraft, EmbedText } from "./draft";
import { FieldsEditor } from "./fields-editor";
import { toColor } from "./payload";
import { problemFinder } from "./problems";

type EmbedFormProps = {
  id: string;
  embed: EmbedDraft;
  /** The embed's path in the payload, such as "embeds[0]". */
  path: string;
  problems: readonly Problem[];
  problemCount: number;
  /** Replaces the embed that has the same key. */
  onChange: (embed: EmbedDraft) => void;
  titleRef?: (element: HTMLInputElement | null) => void;
};

const limits = payloadLimits.embed;

/** Edits one embed. Memoised, because a message can have ten and typing in one must not render the others. */
export const EmbedForm = memo(EmbedParts, sameEmbed);

/** Problems depend only on the embed, so comparing embeds is enough. */
function sameEmbed(a: EmbedFormProps, b: EmbedFormProps): boolean {
  return a.embed === b.embed && a.path === b.path && a.problemCount === b.problemCount;
}

function EmbedParts({ id, embed, path, problems, onChange, titleRef }: EmbedFormProps) {
  const find = problemFinder(problems);
  const problemOf = (inside: string) => find(`${path}.${inside}`);
  const part = (name: EmbedText, inside: string) => ({
    value: embed[name],
    problem: problemOf(inside),
    onChange: (value: string) => onChange({ ...embed, [name]: value }),
  });
  const url = (name: EmbedText, inside: string) => ({
    ...part(name, inside),
    limit: limits.url,
    placeholder: "https://",
  });
  return (
    <div className="flex flex-col gap-4">
      <LimitedText
        label="Title"
        {...part("title", "title")}
        limit={limits.title}
        {...(titleRef && { ref: titleRef })}
      />
      <LimitedText label="Title URL" {...url("url", "url")} />
      <LimitedText
        label="Description"
        {...part("description", "description")}
        limit={limits.description}
        rows={4}
        hint="Markdown"
      />
      <Pair>
        <ColorField {...part("color", "color")} />
        <TimestampField {...part("timestamp", "timestamp")} />
      </Pair>
      <Group name="Facts">
        <Pair>
          <LimitedText label="State" {...part("state", "state")} limit={limits.fact} placeholder="Firing" />
          <LimitedText label="Place" {...part("place", "place")} limit={limits.fact} placeholder="shop" />
        </Pair>
        <SelectField
          label="Severity"
          value={embed.severity}
          options={severities}
          onChange={(event) => onChange({ ...embed, severity: event.target.value })}
        />
      </Group>
      <FieldsEditor
        id={id}
        fields={embed.fields}
        onChange={(fields) => onChange({ ...embed, fields })}
        problemOf={problemOf}
      />
      <Group name="Author">
        <LimitedText label="Author name" {...part("authorName", "author.name")} limit={limits.authorName} />
        <Pair>
          <LimitedText label="Author URL" {...url("authorUrl", "author.url")} />
          <LimitedText label="Author icon URL" {...url("authorIcon", "author.icon_url")} />
        </Pair>
      </Group>
      <Group name="Images">
        <Pair>
          <LimitedText label="Image URL" {...url("image", "image.url")} />
          <LimitedText label="Thumbnail URL" {...url("thumbnail", "thumbnail.url")} />
        </Pair>
      </Group>
      <Group name="Footer">
        <LimitedText label="Footer text" {...part("footerText", "footer.text")} limit={limits.footerText} />
        <LimitedText label="Footer icon URL" {...url("footerIcon", "footer.icon_url")} />
      </Group>
    </div>
  );
}

const severities = ["", ...CARD_SEVERITIES].map((value) => ({
  value,
  label: value === "" ? "None" : value.charAt(0).toUpperCase() + value.slice(1),
}));

type ValueFieldProps = { value: string; onChange: (value: string) => void; problem: string | null };

/** A color, picked or typed as a decimal number or #rrggbb. */
function ColorField({ value, onChange, problem }: ValueFieldProps) {
  const color = toColor(value);
  const known = typeof color === "number" && color <= 0xffffff;
  const hex = known ? `#${color.toString(16).padStart(6, "0")}` : null;
  return (
    <div className="flex items-start gap-2">
      <TextField
        label="Color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        hint={hex && (value.trim() === `${color}` ? hex : `${color} in JSON`)}
        placeholder="#2ecc71 or 3066993"
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      <input
        type="color"
        aria-label="Pick a color"
        value={hex ?? "#000000"}
        onChange={(event) => onChange(event.target.value)}
        className="mt-6.5 h-9 target w-11 shrink-0 cursor-pointer rounded-md border border-border-strong bg-surface-raised p-1"
      />
    </div>
  );
}

/** An ISO 8601 time, with a button for the current time. */
function TimestampField({ value, onChange, problem }: ValueFieldProps) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        label="Timestamp"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        placeholder="2026-11-21T09:30:00Z"
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      <Button className="mt-6.5" onClick={() => onChange(`${new Date().toISOString().slice(0, 19)}Z`)}>
        Now
      </Button>
    </div>
  );
}
