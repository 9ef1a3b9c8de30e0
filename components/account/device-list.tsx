"use client";

import { signOutHere } from "@/components/sign-in/sign-out";
import { Button } from "@/components/ui/controls/button";
import { Badge } from "@/components/ui/display/badge";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { BellRing } from "@/components/ui/icons/icons";
import { Monitor, Smartphone } from "@/components/ui/icons/more-icons";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Time } from "@/components/ui/time/time";
import type { PushDeviceDto } from "@/lib/attention/push/dto";
import { turnOffPushes } from "@/lib/browser/push";
import type { SessionDto } from "@/lib/people/dto";

type DeviceActions = { signOutDevice: FormAction; signOutOthers: FormAction; removePushDevice: FormAction };
type DeviceListProps = DeviceActions & { sessions: SessionDto[]; pushes: PushDeviceDto[] };

const FIRST_ROWS = 30;

/** Your sessions, with buttons to end each one or all the others, and to stop push notifications there. */
export function DeviceList({ sessions, pushes, signOutOthers, ...actions }: DeviceListProps) {
  const rows = useFirstRows(sessions, FIRST_ROWS);
  const others = sessions.filter(({ isThis }) => !isThis).length;
  return (
    <div className="flex flex-col items-start gap-4">
      <ul aria-label="Devices" className="w-full divide-y rounded-xl border">
        {rows.map((session) => (
          <Device
            key={session.id}
            session={session}
            pushes={pushes.filter(({ sessionId }) => sessionId === session.id)}
            {...actions}
          />
        ))}
      </ul>
      {others > 0 && (
        <ConfirmDialog
          trigger={<Button>Sign out all others</Button>}
          title="Sign out all other devices?"
          description="You'll stay signed in here. On other devices, you'll need to sign in again."
          confirmText="Sign out all others"
          onConfirm={async () => failureOf(await signOutOthers({}))}
        />
      )}
    </div>
  );
}

type DeviceProps = Omit<DeviceActions, "signOutOthers"> & { session: SessionDto; pushes: PushDeviceDto[] };

function Device({ session, pushes, signOutDevice, removePushDevice }: DeviceProps) {
  const { id, name, address, isHandheld, isThis, createdAt, lastSeenAt } = session;
  const Icon = isHandheld ? Smartphone : Monitor;

  async function signOut(): Promise<string | null> {
    if (!isThis) return failureOf(await signOutDevice({ sessionId: id }));
    await signOutHere();
    return null;
  }

  return (
    <li className="flex items-start gap-3 px-3.5 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-sm">
          <span className="min-w-0 truncate">{name}</span>
          {isThis && <Badge>This device</Badge>}
        </p>
        <p className="text-sm text-text-muted">
          <span className="break-all">{address}</span>
          {" · "}
          {isThis ? (
            "Active now"
          ) : (
            <>
              Last active <Time at={lastSeenAt} format="relative" />
            </>
          )}
        </p>
        <p className="text-sm text-text-muted">
          Signed in since <Time at={createdAt} format="date" />
        </p>
        {pushes.map((push) => (
          <Pushes key={push.id} push={push} device={name} removePushDevice={removePushDevice} />
        ))}
      </div>
      <ConfirmDialog
        trigger={
          <Button
            size="small"
            variant="ghost"
            className="-my-1"
            aria-label={isThis ? "Sign out here" : `Sign out ${name}, ${address}`}
          >
            Sign out
          </Button>
        }
        title={isThis ? "Sign out here?" : `Sign out ${name}?`}
        description={
          isThis
            ? "You'll return to the sign-in page."
            : "That device is signed out immediately. You'll stay signed in here."
        }
        confirmText="Sign out"
        onConfirm={signOut}
      />
    </li>
  );
}

type PushesProps = { push: PushDeviceDto; device: string; removePushDevice: FormAction };

function Pushes({ push: { id, service, isThis }, device, removePushDevice }: PushesProps) {
  async function remove(): Promise<string | null> {
    const failure = failureOf(await removePushDevice({ id }));
    if (failure === null && isThis) await turnOffPushes();
    return failure;
  }

  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-text-muted">
      <BellRing aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 break-all">Push notifications via {service}</span>
      <ConfirmDialog
        trigger={
          <Button
            size="small"
            variant="ghost"
            aria-label={isThis ? "Turn off push notifications here" : `Turn off push notifications on ${device}`}
          >
            Turn off
          </Button>
        }
        title={isThis ? "Turn off push notifications here?" : `Turn off push notifications on ${device}?`}
        description="You can turn them on again from that device."
        confirmText="Turn off"
        onConfirm={remove}
      />
    </p>
  );
}
