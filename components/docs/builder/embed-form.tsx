"use client";

import { memo } from "react";
import type { Problem } from "@/lib/webhooks/format/problem";
import { payloadLimits } from "@/lib/webhooks/schema";
import { ColorField } from "./color-field";
import type { EmbedDraft, EmbedText } from "./draft";
import { FieldsEditor } from "./fields-editor";
import { Group, Pair } from "./group";
import { LimitedText } from "./limited-text";
import { problemFinder } from "./problems";
import { TimestampField } from "./timestamp-field";

type EmbedFormProps = {
  id: string;
  embed: EmbedDraft;
  /** Where the embed is: "embeds[0]". */
  path: string;
  problems: readonly Problem[];
  problemCount: number;
  /** Replaces the embed by one of the same key, in whatever the draft has become. */
  onChange: (embed: EmbedDraft) => void;
  titleRef?: (element: HTMLInputElement | null) => void;
};

const limits = payloadLimits.embed;

/** Every part of an embed. With ten full ones, writing in one must not render the others again. */
export const EmbedForm = memo(EmbedParts, sameEmbed);

/** What is wrong with an embed follows from the embed, so nothing else has to be compared. */
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
