import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import Provider from "oidc-provider";
import { freePort } from "@/server/machine/port";

type Claims = { sub?: string; email?: string; email_verified?: boolean | string | null; name?: string };

/** A person's claims at the provider. Its userinfo endpoint has all of them; the ID token has only those in `inToken`. */
export type Login = Claims & { sub: string; inToken?: Omit<Claims, "sub"> };

const CLIENT = { id: "parley", secret: randomBytes(24).toString("hex") };

/** A real OpenID Connect provider on this machine. Its only page signs in the person in `comes`, or lets them cancel. */
export class IdentityProvider {
  readonly issuer: string;
  /** The person who presses "Let me in" next. */
  comes: Login = { sub: "nobody" };
  /** What the userinfo endpoint answers instead; null if it fails. */
  userinfo: Claims | null | undefined = undefined;
  readonly #port: number;
  readonly #logins = new Map<string, Login>();
  #server: Server | null = null;
  #handler: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  #provider: Provider | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.issuer = `http://127.0.0.1:${port}`;
  }

  /** Starts it. It has no client until `serveFor`. */
  static async start(): Promise<IdentityProvider> {
    const made = new IdentityProvider(await freePort());
    await made.resume();
    return made;
  }

  /** The environment variables that connect Parley to it. */
  get variables(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  }

  /** Makes this Parley its client, to which people return after signing in. */
  serveFor(parley: string): void {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const provider = new Provider(this.issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${parley}/api/auth/callback/oidc`] },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      conformIdTokenClaims: false,
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: (use) => {
          const { inToken, ...others } = this.#logins.get(sub) ?? { sub };
          return use === "id_token" ? { ...inToken, sub } : { ...others, sub };
        },
      }),
      loadExistingGrant: async ({ oidc }) => {
        const accountId = oidc.session?.accountId;
        if (accountId === undefined) return undefined;
        const grant = new provider.Grant({ clientId: CLIENT.id, accountId });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    this.#provider = provider;
    this.#handler = provider.callback();
  }

  /** Takes it down until `resume`. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Starts it again at the same address. */
  async resume(): Promise<void> {
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/interaction/")) {
        void this.#interact(request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
      } else if (request.url === "/me" && this.userinfo !== undefined) {
        response
          .writeHead(this.userinfo === null ? 503 : 200, { "Content-Type": "application/json" })
          .end(JSON.stringify(this.userinfo));
      } else this.#handler(request, response);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", () => resolve()));
  }

  /** Serves the provider's page: one button signs in the person in `comes`, the other cancels. */
  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") {
      response.writeHead(200, { "Content-Type": "text/html" }).end(
        `<!doctype html><title>Provider</title><form method="post"><button>Let me in</button></form>
         <form method="post" action="?cancel"><button>Cancel</button></form>`,
      );
      return;
    }
    const { comes } = this;
    this.#logins.set(comes.sub, comes);
    const result = request.url?.endsWith("?cancel")
      ? { error: "access_denied", error_description: "Cancelled" }
      : { login: { accountId: comes.sub, remember: false } };
    await this.#provider?.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}
