"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ExportDialog } from "./export-dialog";

type ExportChannelsProps = {
  channels: readonly { id: string; name: string; kind: "public" | "private" }[];
  startExport: FormAction<{ url: string }>;
};

/** Chooses a channel to export. */
export function ExportChannels({ channels, startExport }: ExportChannelsProps) {
  const [id, setId] = useState(channels[0]?.id ?? "");
  const chosen = channels.find((channel) => channel.id === id);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Channel"
        className="min-w-0 flex-1 basis-60"
        value={id}
        options={channels.map((channel) => ({
          value: channel.id,
          label: `#${channel.name}${channel.kind === "private" ? " (private)" : ""}`,
        }))}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
      {chosen && (
        <ExportDialog
          kind="channel"
          id={chosen.id}
          name={`#${chosen.name}`}
          startExport={startExport}
          trigger={<Button>Export channel</Button>}
        />
      )}
    </div>
  );
}
