import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type { FormAction } from "@/components/ui/forms/form-action";
import type { AppOfferDto, NewCodesDto } from "@/lib/people/two-step/dto";
import type { FormResult } from "@/lib/text/form-result";

/** The two-step actions of an account. */
export type TwoStepActions = {
  beginApp: FormAction<AppOfferDto>;
  confirmApp: FormAction<NewCodesDto>;
  turnOffApp: FormAction;
  beginPasskey: FormAction<PublicKeyCredentialCreationOptionsJSON>;
  addPasskey: FormAction<NewCodesDto>;
  renamePasskey: FormAction;
  removePasskey: FormAction;
  makeCodes: FormAction<NewCodesDto>;
};

/** The dialog's content. Each stage leads to another one, or to null, which closes it. */
export type Stage =
  | { kind: "prove"; title: string; why: string; confirmText: string; act: (proof: string) => Promise<Outcome> }
  | { kind: "app"; offer: AppOfferDto }
  | { kind: "passkey"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "rename"; passkey: { id: string; name: string } }
  | { kind: "codes"; codes: string[] };

/** The result of a stage: the next stage, the end, or an error message. */
export type Outcome = FormResult<Stage | null>;

/** Continues to the new recovery codes, or ends if there are none. */
export function afterCodes(result: FormResult<NewCodesDto>): Outcome {
  if (!result.ok) return result;
  return { ok: true, data: result.data.codes && { kind: "codes", codes: result.data.codes } };
}

/** Runs an action that needs proof only if the last sign-in is too old. */
export async function begin<T>(
  ask: FormAction<T>,
  next: (data: T) => Stage,
  asking: Pick<Extract<Stage, { kind: "prove" }>, "title" | "why" | "confirmText">,
): Promise<Outcome> {
  const act = async (proof?: string): Promise<Outcome> => {
    const result = await ask(proof === undefined ? {} : { proof });
    return result.ok ? { ok: true, data: next(result.data) } : result;
  };
  const first = await act();
  if (first.ok || first.field !== "proof") return first;
  return { ok: true, data: { kind: "prove", ...asking, act } };
}
