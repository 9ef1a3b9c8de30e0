import { readStored, writeStored } from "@/lib/browser/storage";
import { store } from "@/lib/browser/store";

const KEY = "parley.keep";

const enabled = store<boolean | null>(null);

/** Whether this device stores what is read on it and messages waiting to be sent. Set per browser, on by default. */
export const keepingEnabled = {
  get: (): boolean => enabled.get() ?? readStored(KEY) !== false,
  set: (value: boolean): void => {
    writeStored(KEY, value ? null : false);
    enabled.set(value);
  },
  subscribe: enabled.subscribe,
};
