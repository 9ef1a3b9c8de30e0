"use client";

import { useEffect } from "react";
import { deferred } from "@/components/ui/deferred/deferred";
import { useStore } from "@/lib/browser/store";
import { opened } from "./open-profile";

const layer = deferred(() => import("./profile-layer"));

/** Preloads the card's code when the pointer comes near something that opens it. */
export const loadProfiles = layer.load;

/** Renders profile cards and your status dialog. Used once, in the frame. */
export function ProfileHost() {
  const open = useStore(opened, null);
  const ProfileLayer = layer.use()?.ProfileLayer;
  useEffect(() => {
    if (open) void loadProfiles();
  }, [open]);
  return open && ProfileLayer && <ProfileLayer open={open} />;
}
