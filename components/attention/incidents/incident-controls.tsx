"use client";

import { SelectField } from "@/components/ui/controls/select-field";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import { useKnown } from "@/lib/browser/data";
import { channelTitle } from "@/lib/channels/dto";
import type { IncidentPageDto, IncidentView } from "@/lib/messages/incidents/dto";
import { paths, withParameters } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

/** The filters of the list, as in its URL. Empty values don't filter. */
export type IncidentFilterValues = { channel: string; tool: string; show: string };

const views: { value: IncidentView; label: string }[] = [
  { value: "all", label: "All open incidents" },
  { value: "unacknowledged", label: "Not acknowledged" },
  { value: "mine", label: "Assigned to me" },
];

/** Filters the list of incidents by channel, tool and who takes care of them. */
export function IncidentControls({ first, filter }: { first: IncidentPageDto; filter: IncidentFilterValues }) {
  const { places } = useKnown<IncidentPageDto, IncidentPageDto>(
    withParameters(paths.api.incidents, filter),
    (page) => page ?? first,
    first,
  );
  const [shown, narrow] = useUrlFilter(filter, ({ show, ...next }) =>
    withParameters(paths.incidents, { ...next, show: show === "all" ? "" : show }),
  );
  const channels = places.channels.map((channel) => ({ value: channel.id, label: cleanText(channelTitle(channel)) }));
  const tools = places.tools.map((tool) => ({ value: tool, label: cleanText(tool) }));
  return (
    <search aria-label="Filter incidents" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <SelectField
        label="Show"
        className="max-sm:col-span-2"
        options={views}
        value={shown.show}
        onChange={(event) => narrow({ show: event.target.value })}
      />
      <SelectField
        label="Channel"
        options={[{ value: "", label: "All channels" }, ...withShown(channels, shown.channel)]}
        value={shown.channel}
        onChange={(event) => narrow({ channel: event.target.value })}
      />
      <SelectField
        label="Tool"
        options={[{ value: "", label: "All tools" }, ...withShown(tools, shown.tool)]}
        value={shown.tool}
        onChange={(event) => narrow({ tool: event.target.value })}
      />
    </search>
  );
}

/** Keeps the chosen value in the list when its last incident is over. */
function withShown(options: { value: string; label: string }[], value: string) {
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: "Chosen before" }];
}
