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

/** The browsers that one's pushes go to, with a way to end each. */
export function PushDevices({ devices, removePushDevice }: PushDevicesProps) {
  if (devices.length === 0)
    return (
      <p className="text-sm text-text-muted">
        No pushes go anywhere. Turn them on in each browser that is to get them.
      </p>
    );
  return (
    <ul aria-label="Devices with pushes" className="divide-y rounded-xl border">
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
          <span className="break-all">by way of {service}</span>
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
          title={isThis ? "Turn pushes off here?" : `Remove ${name}?`}
          description="No pushes go there any more. They can be turned on there again."
          confirmText="Remove"
          onConfirm={remove}
        />
      }
    />
  );
}
