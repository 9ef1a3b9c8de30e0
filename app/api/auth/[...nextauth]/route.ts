import { handleAuth } from "@/lib/web/sign-in/handle-auth";

/** The next-auth endpoints that Parley uses to sign people in and out. */
export {
  handleAuth as DELETE,
  handleAuth as GET,
  handleAuth as HEAD,
  handleAuth as OPTIONS,
  handleAuth as PATCH,
  handleAuth as POST,
  handleAuth as PUT,
};
