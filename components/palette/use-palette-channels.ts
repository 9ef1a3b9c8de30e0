"use client";

import { useState } from "react";
import { request } from "@/lib/browser/request";
import type { ChannelNameDto, PaletteDto, SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";

type PaletteChannels = {
  mine: SidebarChannelDto[];
  joinable: ChannelNameDto[];
  /** Asks the server; until it answers, and when it doesn't, what is known stays. */
  load: () => Promise<void>;
};

/** The channels of the palette: at once what the server rendered, then what it says when asked. */
export function usePaletteChannels(rendered: SidebarChannelDto[]): PaletteChannels {
  const [known, setKnown] = useState<PaletteDto>({ mine: rendered, joinable: [] });
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setKnown(({ joinable }) => ({ mine: rendered, joinable }));
  }
  const load = async () => {
    const answer = await request<PaletteDto>(paths.api.palette);
    if (answer.ok) setKnown(answer.data);
  };
  return { ...known, load };
}
