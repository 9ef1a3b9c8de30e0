import { leaving } from "@/lib/browser/events";
import { paths } from "@/lib/paths";

/** Signs out in this browser, forgets what it has kept, and goes to the sign-in page. Asks first where something waits to be sent. */
export async function signOutHere(): Promise<void> {
  const [{ signOut }, { turnOffPushes }, { wipeDevice }, { mayLoseUnsent }] = await Promise.all([
    import("next-auth/react"),
    import("@/lib/browser/push"),
    import("@/lib/browser/kept/wipe"),
    import("./unsent-dialog"),
  ]);
  if (!(await mayLoseUnsent())) return;
  // The server forgets them with the session. This keeps the browser from waking up for them, if it can be done soon.
  await Promise.race([turnOffPushes(), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  // The event stream would tell of it as well, and the page would leave before all is done here.
  leaving.page = true;
  try {
    await signOut({ redirect: false });
    await wipeDevice({ leaving: true });
  } catch (error) {
    leaving.page = false;
    throw error;
  }
  window.location.assign(paths.login);
}
