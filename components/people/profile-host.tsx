"use client";

import { useEffect } from "react";
import { late } from "@/components/ui/late";
import { useStore } from "@/lib/browser/store";
import { type Opened, opened } from "./open-profile";

const layer = late(() => import("./profile-layer"));

/** Fetches what a card is made of: when somebody comes near what opens one. */
export const loadProfiles = layer.load;

/** Where people's cards and the dialog for one's own status appear. Once, in the frame. */
export function ProfileHost() {
  const open = useStore(opened, itself, null);
  const ProfileLayer = layer.use()?.ProfileLayer;
  useEffect(() => {
    if (open) void loadProfiles();
  }, [open]);
  return open && ProfileLayer && <ProfileLayer open={open} />;
}

function itself(open: Opened | null): Opened | null {
  return open;
}
