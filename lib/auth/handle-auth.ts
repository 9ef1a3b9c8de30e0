import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { clientAddress } from "@/lib/auth/session";
import { errorResponse } from "@/lib/http";

/** Answers next-auth's endpoints. Errors of ours come back as JSON, as everywhere under /api. */
export async function handleAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  try {
    return await NextAuth(request, { params: await context.params }, authOptions(await clientAddress()));
  } catch (error) {
    return errorResponse(error);
  }
}
