"use client";

import { signOutHere } from "@/components/auth/sign-out";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DeviceRow } from "@/components/ui/device-row";
import { Time } from "@/components/ui/time";
import type { SessionDto } from "@/lib/users/dto";

type DeviceListProps = { sessions: SessionDto[]; signOutDevice: FormAction; signOutOthers: FormAction };

/** Your sessions, with buttons to end each one or all the others. */
export function DeviceList({ sessions, signOutDevice, signOutOthers }: DeviceListProps) {
  const others = sessions.filter(({ isThis }) => !isThis).length;
  return (
    <div className="flex flex-col items-start gap-4">
      <ul aria-label="Devices" className="w-full divide-y rounded-xl border">
        {sessions.map((session) => (
          <Device key={session.id} session={session} signOutDevice={signOutDevice} />
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

function Device({ session, signOutDevice }: { session: SessionDto } & Pick<DeviceListProps, "signOutDevice">) {
  const { id, name, address, isThis, lastSeenAt } = session;

  async function signOut(): Promise<string | null> {
    if (!isThis) return failureOf(await signOutDevice({ sessionId: id }));
    await signOutHere();
    return null;
  }

  const button = (
    <Button size="small" variant="ghost" aria-label={isThis ? "Sign out here" : `Sign out ${name}, ${address}`}>
      Sign out
    </Button>
  );
  return (
    <DeviceRow
      device={session}
      about={
        <>
          <span className="break-all">{address}</span>
          {!isThis && (
            <>
              {" · last seen "}
              <Time at={lastSeenAt} format="relative" />
            </>
          )}
        </>
      }
      action={
        <ConfirmDialog
          trigger={button}
          title={isThis ? "Sign out here?" : `Sign out ${name}?`}
          description={
            isThis
              ? "You'll return to the sign-in page."
              : "That device is signed out immediately. You'll stay signed in here."
          }
          confirmText="Sign out"
          onConfirm={signOut}
        />
      }
    />
  );
}
