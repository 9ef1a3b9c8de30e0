import { signOut } from "next-auth/react";
import { paths } from "@/lib/paths";

/** Signs out in this browser and goes to the sign-in page. */
export async function leave(): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign(paths.login);
}
