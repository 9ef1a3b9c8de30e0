// Why: docs/decisions/dependencies.md

/** @returns {import("next").NextConfig} */
export default (phase) => ({
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // Parley resizes images itself, in a queue. /_next/image would decode any image for anyone; the listener refuses it too.
  images: { unoptimized: true },
  serverExternalPackages: ["@node-rs/argon2", "nodemailer", "pg", "pino", "rate-limiter-flexible", "sharp"],
  // In development, Next would log passwords (form values) and webhook tokens (paths).
  logging: { serverFunctions: false, incomingRequests: { ignore: [/webhooks/] } },
  // `npm run check` checks types. A type error in a test must not prevent a start.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    // Empty: of what it adds, all browsers that Next.js supports have everything but URL.canParse, which our pages don't use.
    resolveAlias: { "../build/polyfills/polyfill-module": "next/dist/compiled/client-only" },
  },
  experimental: {
    // It would load every page before the first request, and keep all of them in memory.
    preloadEntriesOnStart: false,
    // Fewer, larger files compress better: a channel's page loads 6 KB less.
    turbopackChunking: { minChunkSize: 400_000, requestCost: 100_000_000 },
    // A cache of 185 MB, for builds that happen once per update.
    turbopackFileSystemCacheForBuild: false,
    // 75 MB that nothing reads in production.
    turbopackSourceMaps: phase === "phase-development-server",
  },
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
      // Without this, browsers may keep an old service worker for a day.
      {
        source: "/:path(service-worker.*)",
        headers: [
          { key: "Cache-Control", value: "no-cache" },
          { key: "Content-Type", value: "text/javascript; charset=utf-8" },
        ],
      },
    ];
  },
});
