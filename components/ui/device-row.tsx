import { Monitor, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";

type DeviceRowProps = {
  device: { name: string; isHandheld: boolean; isThis: boolean };
  /** Details below the name. */
  about: ReactNode;
  /** The button that removes the device. */
  action: ReactNode;
};

/** A browser in a list of the user's devices. */
export function DeviceRow({ device, about, action }: DeviceRowProps) {
  const Icon = device.isHandheld ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 px-3.5 py-2.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <span className="truncate">{device.name}</span>
          {device.isThis && <Badge>This device</Badge>}
        </p>
        <p className="text-text-muted text-xs">{about}</p>
      </div>
      {action}
    </li>
  );
}
