import { handleAuth } from "@/lib/web/handle-auth";

/** Signing in and out, for anybody: the endpoints of next-auth that we use. */
export {
  handleAuth as DELETE,
  handleAuth as GET,
  handleAuth as HEAD,
  handleAuth as OPTIONS,
  handleAuth as PATCH,
  handleAuth as POST,
  handleAuth as PUT,
};
