import { paths } from "@/lib/paths";

/** Signs out in this browser and goes to the sign-in page. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign(paths.login);
}
