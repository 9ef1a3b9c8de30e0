import type { TwoStepActions } from "@/components/auth/stages";
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  makeCodes,
  removePasskey,
  renamePasskey,
  turnOffApp,
} from "./actions";

/** What the panel of two-step sign-in does, on each page that has it. */
export const twoStepActions: TwoStepActions = {
  beginApp,
  confirmApp,
  turnOffApp,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  makeCodes,
};
