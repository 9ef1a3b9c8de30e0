"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { leaveFor } from "@/components/sign-in/sign-in";
import { Button } from "@/components/ui/controls/button";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { Badge } from "@/components/ui/display/badge";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { KeyRound, LifeBuoy, Smartphone } from "@/components/ui/icons/more-icons";
import { toast } from "@/components/ui/overlays/toaster";
import type { PasskeyDto, TwoStepDto } from "@/lib/people/two-step/dto";
import { PasskeyUse } from "./keep-passkeys";
import { begin, type Outcome, type Stage, type TwoStepActions } from "./stages";

const StageDialog = deferredPart(() => import("./stage-dialog").then(({ StageDialog }) => StageDialog));

type TwoStepPanelProps = {
  twoStep: TwoStepDto;
  actions: TwoStepActions;
  /** Where to go after setup, on the page that requires it. */
  thenGo?: string;
};

/** Manages your authenticator app, passkeys and recovery codes. */
export function TwoStepPanel({ twoStep, actions, thenGo }: TwoStepPanelProps) {
  const { stage, busy, start, setStage, end } = useStages(thenGo);
  const { hasApp, passkeys, codes } = twoStep;
  const isOn = hasApp || passkeys.length > 0;

  const setUpApp = () =>
    begin(actions.beginApp, (offer) => ({ kind: "app", offer }), {
      title: "Set up an authenticator app",
      why: "Confirm it's you to continue.",
      confirmText: "Continue",
    });
  const addPasskey = () =>
    begin(actions.beginPasskey, (options) => ({ kind: "passkey", options }), {
      title: "Add a passkey",
      why: "Confirm it's you to continue.",
      confirmText: "Continue",
    });

  return (
    <>
      <ul aria-label="Two-step sign-in" className="divide-y rounded-xl border">
        <Way
          icon={<Smartphone />}
          name="Authenticator app"
          state={hasApp ? <Badge>On</Badge> : null}
          note="Use a code from an authenticator app."
        >
          <Button
            size="small"
            busy={busy === "app"}
            aria-label={hasApp ? "Turn off authenticator app" : "Set up authenticator app"}
            onClick={() => (hasApp ? setStage(turningOff(actions)) : void start("app", setUpApp))}
          >
            {hasApp ? "Turn off" : "Set up"}
          </Button>
        </Way>
        {passkeys.map((passkey) => (
          <Way
            key={passkey.id}
            icon={<KeyRound />}
            name={passkey.name}
            state={null}
            note={<PasskeyNote {...passkey} />}
          >
            <Button
              size="small"
              variant="ghost"
              aria-label={`Rename passkey ${passkey.name}`}
              onClick={() => setStage({ kind: "rename", passkey })}
            >
              Rename
            </Button>
            <Button
              size="small"
              variant="ghost"
              aria-label={`Remove passkey ${passkey.name}`}
              onClick={() => setStage(removing(actions, passkey))}
            >
              Remove
            </Button>
          </Way>
        ))}
        <Way
          icon={<KeyRound />}
          name={passkeys.length > 0 ? "Another passkey" : "Passkey"}
          state={null}
          note="Sign in with your fingerprint, face or device PIN instead of a password."
        >
          <Button
            size="small"
            busy={busy === "passkey"}
            aria-label="Add a passkey"
            onClick={() => void start("passkey", addPasskey)}
          >
            Add
          </Button>
        </Way>
        {isOn && (
          <Way
            icon={<LifeBuoy />}
            name="Recovery codes"
            state={codes.left <= 3 ? <Badge>{codes.left} left</Badge> : null}
            note={`Use these if you lose your device. ${codes.left} of ${codes.made} are unused.`}
          >
            <Button size="small" aria-label="Create new recovery codes" onClick={() => setStage(renewing(actions))}>
              Create new codes
            </Button>
          </Way>
        )}
      </ul>
      {stage && <StageDialog stage={stage} actions={actions} setStage={setStage} end={end} />}
    </>
  );
}

/** Returns the dialog's stage and how to start, change and end it. */
function useStages(thenGo: string | undefined) {
  const [stage, setStage] = useState<Stage | null>(null);
  const [busy, setBusy] = useState<"app" | "passkey" | null>(null);
  const router = useRouter();

  async function start(what: "app" | "passkey", ask: () => Promise<Outcome>): Promise<void> {
    setBusy(what);
    const outcome = await ask().catch(() => null);
    setBusy(null);
    if (outcome?.ok) setStage(outcome.data);
    else toast.error(outcome?.error ?? UNREACHABLE);
  }

  /** `changed`: the page is out of date. */
  function end(changed: boolean): void {
    setStage(null);
    if (!changed) return;
    if (thenGo === undefined) router.refresh();
    else void leaveFor(thenGo);
  }

  return { stage, busy, start, setStage, end };
}

function turningOff({ turnOffApp }: TwoStepActions): Stage {
  return {
    kind: "prove",
    title: "Turn off the authenticator app?",
    why: "You'll no longer be asked for its codes when you sign in.",
    confirmText: "Turn off",
    act: async (proof) => ended(await turnOffApp({ proof })),
  };
}

function removing({ removePasskey }: TwoStepActions, { id, name }: PasskeyDto): Stage {
  return {
    kind: "prove",
    title: `Remove the passkey ${name}?`,
    why: "You won't be able to sign in with it. Your device may keep a copy that you can delete there.",
    confirmText: "Remove",
    act: async (proof) => ended(await removePasskey({ passkeyId: id, proof })),
  };
}

function renewing({ makeCodes }: TwoStepActions): Stage {
  return {
    kind: "prove",
    title: "Create new recovery codes?",
    why: "Your current codes will stop working.",
    confirmText: "Create new codes",
    act: async (proof) => {
      const result = await makeCodes({ proof });
      return result.ok ? { ok: true, data: { kind: "codes", codes: result.data.codes ?? [] } } : result;
    },
  };
}

function ended(result: Awaited<ReturnType<TwoStepActions["turnOffApp"]>>): Outcome {
  return result.ok ? { ok: true, data: null } : result;
}

function PasskeyNote({ createdAt, lastUsedAt, elsewhere }: PasskeyDto) {
  if (elsewhere !== null) return <>Created for {elsewhere}. It doesn't work at this address.</>;
  return (
    <>
      Passkey. <PasskeyUse createdAt={createdAt} lastUsedAt={lastUsedAt} />
    </>
  );
}

type WayProps = { icon: ReactNode; name: string; state: ReactNode; note: ReactNode; children: ReactNode };

function Way({ icon, name, state, note, children }: WayProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-text-muted">
      {icon}
      <div className="min-w-40 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <span className="break-words">{name}</span>
          {state}
        </p>
        <p className="text-text-muted text-xs">{note}</p>
      </div>
      <div className="ms-auto flex gap-1">{children}</div>
    </li>
  );
}
