import { readStored, writeStored } from "@/lib/browser/storage";
import { store } from "@/lib/browser/store";

const KEY = "parley.keep";

const wanted = store<boolean | null>(null);

/** Whether what is read here is kept on this device, and what waits to be sent: a choice of this browser, at first yes. */
export const keepingWanted = {
  get: (): boolean => wanted.get() ?? readStored(KEY) !== false,
  set: (value: boolean): void => {
    writeStored(KEY, value ? null : false);
    wanted.set(value);
  },
  subscribe: wanted.subscribe,
};
