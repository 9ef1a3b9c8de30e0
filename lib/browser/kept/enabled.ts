import { readStored, writeStored } from "@/lib/browser/storage";
import { store } from "@/lib/browser/store";

const KEY = "parley.keep";

const enabled = store<boolean | null>(null);

/** Whether what is read here is kept on this device, and what waits to be sent: a choice of this browser, at first yes. */
export const keepingEnabled = {
  get: (): boolean => enabled.get() ?? readStored(KEY) !== false,
  set: (value: boolean): void => {
    writeStored(KEY, value ? null : false);
    enabled.set(value);
  },
  subscribe: enabled.subscribe,
};
