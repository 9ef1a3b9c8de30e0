"use client";

import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DeviceRow } from "@/components/ui/device-row";
import { Time } from "@/components/ui/time";
import { turnOffPushes } from "@/lib/browser/push";
import type { PushDeviceDto } from "@/lib/push/dto";

type PushDevicesProps = { devices: PushDeviceDto[]; removePushDevice: FormAction };

/** The browsers that get your push notifications, with a button to remove each. */
export function PushDevices({ devices, removePushDevice }: PushDevicesProps) {
  if (devices.length === 0)
    return (
      <p className="text-sm text-text-muted">
        No devices yet. Turn on push notifications in each browser where you want them.
      </p>
    );
  return (
    <ul aria-label="Devices with push notifications" className="divide-y rounded-xl border">
      {devices.map((device) => (
        <Device key={device.id} device={device} removePushDevice={removePushDevice} />
      ))}
    </ul>
  );
}

function Device({ device, removePushDevice }: { device: PushDeviceDto } & Pick<PushDevicesProps, "removePushDevice">) {
  const { id, name, service, isThis, createdAt } = device;

  async function remove(): Promise<string | null> {
    const failure = failureOf(await removePushDevice({ id }));
    if (failure === null && isThis) await turnOffPushes();
    return failure;
  }

  return (
    <DeviceRow
      device={device}
      about={
        <>
          <span className="break-all">via {service}</span>
          {" · since "}
          <Time at={createdAt} format="date" />
        </>
      }
      action={
        <ConfirmDialog
          trigger={
            <Button size="small" variant="ghost" aria-label={isThis ? "Remove this device" : `Remove ${name}`}>
              Remove
            </Button>
          }
          title={isThis ? "Turn off push notifications here?" : `Remove ${name}?`}
          description="It will stop getting push notifications. You can turn them on again from that device."
          confirmText="Remove"
          onConfirm={remove}
        />
      }
    />
  );
}
