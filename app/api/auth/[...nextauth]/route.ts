import type { NextRequest } from "next/server";
import { handleAuth } from "@/lib/auth/handle-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = (request: NextRequest, context: Context) => handleAuth(request, context);

/** GET, POST /api/auth/…: next-auth's own endpoints (sign in, sign out, csrf), for anybody. */
export { handler as GET, handler as POST };
