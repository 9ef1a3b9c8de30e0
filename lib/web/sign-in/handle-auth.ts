import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { endSession } from "@/lib/people/sessions";
import type { SessionIds } from "@/lib/people/sign-in/session-user";
import type { HalfSignedIn } from "@/lib/people/sign-in/sign-in";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { beginSecondStep } from "@/lib/people/two-step/second-step";
import { noSuchThing } from "@/lib/text/errors";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { errorResponse, requestBaseUrl } from "@/lib/web/http";
import { refuseOtherSites } from "@/lib/web/origin";
import { clientDevice } from "@/lib/web/session";
import {
  beginSingleSignOn,
  endSingleSignOn,
  isSingleSignOn,
  NEXT_AUTH_ORIGIN,
} from "@/lib/web/sign-in/handle-single-sign-on";
import { authOptions } from "@/lib/web/sign-in/options";
import { stepCookieHeader, stepToken } from "@/lib/web/sign-in/sign-in-cookies";

// The endpoints that our sign-in form and account menu use. next-auth also has its own pages, and a log that
// strangers could write to.
const OPEN = new Set(["GET csrf", "GET providers", "POST callback/credentials", "POST signout"]);

/**
 * Handles the next-auth endpoints that we use. Everything else is a 404 in JSON, like any unknown path under /api.
 */
export async function handleAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  try {
    refuseOtherSites(request);
    const params = await context.params;
    const asked = `${request.method} ${params.nextauth.join("/")}`;
    if (isSingleSignOn(asked)) {
      return await (request.method === "POST" ? beginSingleSignOn : endSingleSignOn)(request, context);
    }
    if (!OPEN.has(asked)) {
      throw noSuchThing();
    }
    // next-auth removes the cookie even if this fails, and a copy of it would still work then.
    let ending: Promise<void> | null = null;
    const onSignOut = ({ userId, sessionId }: SessionIds) => {
      ending = endSession(userId, sessionId);
      return ending;
    };
    let token: string | null = null;
    const [device, before] = await Promise.all([clientDevice(), stepToken()]);
    const onHalfSignedIn = async (half: HalfSignedIn) => {
      token = await beginSecondStep(half, { network: device.address, before });
    };
    const baseUrl = await requestBaseUrl();
    const rp = relyingParty(baseUrl);
    const asking = { device, rp, stepToken: before, onHalfSignedIn, onSignOut };
    const response = await NextAuth(request, { params }, authOptions(asking));
    await ending;
    return token === null ? withOwnAddress(response, baseUrl) : toSecondStep(response, token, baseUrl);
  } catch (error) {
    return errorResponse(error);
  }
}

/** Makes a redirect stay at this install's address. Forms sent without JavaScript follow it. */
function withOwnAddress(response: Response, baseUrl: string): Response {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location)) return response;
  const { origin, pathname, search } = new URL(location);
  if (origin !== NEXT_AUTH_ORIGIN) return response;
  // We don't serve next-auth's own pages; redirects to them lead to the sign-in page.
  const target = pathname.startsWith("/api/auth/") ? paths.login : `${pathname}${search}`;
  const headers = new Headers(response.headers);
  headers.set("location", `${baseUrl}${target}`);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Replaces next-auth's refusal with the way to the second step: as JSON for our script, or as a redirect for a form
 * sent without JavaScript.
 */
function toSecondStep(response: Response, token: string, baseUrl: string): Response {
  const headers = new Headers(response.headers);
  headers.append("set-cookie", stepCookieHeader(token));
  const url = `${baseUrl}${signInPaths.secondStep}`;
  for (const name of ["content-length", "content-type", "location"]) headers.delete(name);
  if (response.headers.has("location")) {
    headers.set("location", url);
    return new Response(null, { status: 302, headers });
  }
  return Response.json({ url }, { headers });
}
