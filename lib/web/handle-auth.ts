import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { clientDevice } from "@/lib/auth/session";
import type { SessionIds } from "@/lib/auth/session-user";
import { stepCookieHeader, stepToken } from "@/lib/auth/sign-in-cookies";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import { relyingParty } from "@/lib/two-step/relying-party";
import { beginSecondStep } from "@/lib/two-step/second-step";
import { endSession } from "@/lib/users/sessions";
import type { HalfSignedIn } from "@/lib/users/sign-in";
import { beginSingleSignOn, endSingleSignOn, isSingleSignOn } from "@/lib/web/handle-single-sign-on";
import { errorResponse, refuseOtherSites, requestBaseUrl } from "@/lib/web/http";

// The endpoints that the sign-in form and the account menu use. next-auth has more: its own pages, and a log that strangers may write to.
const OPEN = new Set(["GET csrf", "GET providers", "POST callback/credentials", "POST signout"]);

/** Answers those of next-auth's endpoints that we use; everything else is 404 in JSON, as everywhere under /api. */
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
      throw new AppError("not_found", "This doesn't exist, or you don't have access to it.");
    }
    // next-auth takes the cookie back even where this fails, and a copy of it would still open the account.
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

// next-auth takes this for its own origin unless NEXTAUTH_URL is set, whatever the request says.
const BELIEVED = "http://localhost:3000";

/** A form that is sent without a script is led on by a redirect, which must stay at this install. */
function withOwnAddress(response: Response, baseUrl: string): Response {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location)) return response;
  const { origin, pathname, search } = new URL(location);
  if (origin !== BELIEVED) return response;
  // We don't serve next-auth's own pages; a redirect to one of them leads to ours.
  const target = pathname.startsWith("/api/auth/") ? paths.login : `${pathname}${search}`;
  const headers = new Headers(response.headers);
  headers.set("location", `${baseUrl}${target}`);
  return new Response(response.body, { status: response.status, headers });
}

/** In place of next-auth's refusal: the way to the second step, as its script or, for a form sent without one, the browser understands it. */
function toSecondStep(response: Response, token: string, baseUrl: string): Response {
  const headers = new Headers(response.headers);
  headers.append("set-cookie", stepCookieHeader(token));
  const url = `${baseUrl}${paths.secondStep}`;
  for (const name of ["content-length", "content-type", "location"]) headers.delete(name);
  if (response.headers.has("location")) {
    headers.set("location", url);
    return new Response(null, { status: 302, headers });
  }
  return Response.json({ url }, { headers });
}
