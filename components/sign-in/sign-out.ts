import { leaving } from "@/lib/browser/events";
import { paths } from "@/lib/text/paths";

/** Signs out, deletes local data and goes to the sign-in page. Asks first if there are unsent messages. */
export async function signOutHere(): Promise<void> {
  const [{ signOut }, { turnOffPushes }, { wipeDevice }, { mayLoseUnsent }] = await Promise.all([
    import("next-auth/react"),
    import("@/lib/browser/push"),
    import("@/lib/browser/kept/wipe"),
    import("./unsent-dialog"),
  ]);
  if (!(await mayLoseUnsent())) return;
  // The server deletes the subscription with the session. If it's quick, unsubscribe the browser as well.
  await Promise.race([turnOffPushes(), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  // Otherwise the stream's sign-out event would leave the page before this is done.
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
