"use client";

import { MonitorDot } from "lucide-react";
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { askPermission, usePermission } from "./permission";
import { obstacle } from "./permission-text";

/** The end of the bell's menu: how to turn desktop notifications on, or why that can't be. Nothing once they are on. */
export function PermissionPart({ obstacleId }: { obstacleId: string }) {
  const permission = usePermission();
  if (permission === null || permission === "granted") return null;
  return (
    <>
      <MenuSeparator />
      {permission === "default" ? (
        <MenuItem icon={<MonitorDot aria-hidden="true" />} onSelect={() => void askPermission()}>
          Turn on desktop notifications…
        </MenuItem>
      ) : (
        <MenuLabel id={obstacleId}>{obstacle(permission)}</MenuLabel>
      )}
    </>
  );
}
