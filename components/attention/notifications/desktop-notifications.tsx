"use client";

import { askPermission, usePermission } from "@/components/frame/permission";
import { obstacle } from "@/components/frame/permission-text";
import { Button } from "@/components/ui/controls/button";

/** Shows whether this browser allows notifications, with a button to turn them on. */
export function DesktopNotifications() {
  const permission = usePermission();
  return (
    <div className="flex flex-col items-start gap-3 text-sm text-text-muted">
      <div className="min-h-10">
        {permission === "default" && (
          <Button onClick={() => void askPermission()}>Turn on desktop notifications…</Button>
        )}
        {permission === "granted" && (
          <p>
            Desktop notifications are on in this browser while Parley is open in a tab. To turn them off, change this
            site's settings in your browser.
          </p>
        )}
        {permission !== null && obstacle(permission) && <p>{obstacle(permission)}</p>}
      </div>
    </div>
  );
}
