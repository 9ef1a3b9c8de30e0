import { useEffect, useRef, useState } from "react";
import { wipeDevice } from "@/lib/browser/kept/wipe";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 15_000;
const LEFT_KEY = "parley.left-offline";

/**
 * Checks whether the server answers again, and if so reloads the real page. If the user is signed out by then,
 * everything stored is deleted first. The reloaded page sends waiting messages.
 */
export function useReturn(): { trying: boolean; tryNow: () => void } {
  const [trying, setTrying] = useState(false);
  const ask = useRef<() => void>(() => undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MS;
    let stopped = false;
    let asking = false;
    const tryOnce = async () => {
      if (asking || stopped) return;
      asking = true;
      clearTimeout(timer);
      setTrying(true);
      const { ok, status } = await request(paths.api.sidebar);
      asking = false;
      if (stopped) return;
      if (status === 401) {
        await wipeDevice({ leaving: true });
        window.location.replace(paths.login);
      } else if (ok && mayLeave()) leave();
      else {
        setTrying(false);
        timer = setTimeout(() => void tryOnce(), wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    };
    const now = () => void tryOnce();
    ask.current = now;
    now();
    window.addEventListener("online", now);
    document.addEventListener("visibilitychange", now);
    return () => {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener("online", now);
      document.removeEventListener("visibilitychange", now);
    };
  }, []);
  return { trying, tryNow: () => ask.current() };
}

function leave(): void {
  if (window.location.pathname === paths.offline) window.location.replace(paths.home);
  else window.location.reload();
}

/** Pages may fail while the API works; without this limit the page would reload forever. */
function mayLeave(): boolean {
  try {
    const left = Number(sessionStorage.getItem(LEFT_KEY));
    if (Date.now() - left < LONGEST_WAIT_MS) return false;
    sessionStorage.setItem(LEFT_KEY, String(Date.now()));
  } catch {
    // Without storage, this page would not have been shown.
  }
  return true;
}
