// Why: docs/decisions/dependencies.md

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // Pictures are made by Parley, in turns; /_next/image would decode any for anybody. The listener refuses it, too.
  images: { unoptimized: true },
  serverExternalPackages: ["@node-rs/argon2", "nodemailer", "pg", "pino", "rate-limiter-flexible", "sharp"],
  // While developing, Next would print passwords (a form's values) and webhook tokens (a path).
  logging: { serverFunctions: false, incomingRequests: { ignore: [/webhooks/] } },
  // `npm run check` checks types; a start must not fail over a test's.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  // Fewer and larger files: together, what a channel needs compresses to 6 KB less.
  experimental: { turbopackChunking: { minChunkSize: 400_000, requestCost: 100_000_000 } },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "same-origin" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
        ],
      },
      // A browser asks for its service worker again and again, and an old one would stay for a day.
      {
        source: "/:path(service-worker.*)",
        headers: [
          { key: "Cache-Control", value: "no-cache" },
          { key: "Content-Type", value: "text/javascript; charset=utf-8" },
        ],
      },
    ];
  },
};
