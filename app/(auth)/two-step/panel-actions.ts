import type { TwoStepActions } from "@/components/sign-in/stages";
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

/** The actions of the two-step panel. */
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
