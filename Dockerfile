# syntax=docker/dockerfile:1
# Parley for linux/amd64 and linux/arm64: docker buildx build --platform linux/amd64,linux/arm64 --tag parley .
# It writes only to /data, a volume, and to /tmp. docs/deploy.md describes how to run it.

# Builds once, on the building machine: the build is the same for every platform.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
COPY server/empty-package server/empty-package
RUN npm ci
COPY . .
RUN npm run build

# What runs needs only these packages, with the programs for its own platform.
FROM node:24-bookworm-slim AS packages
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
COPY server/empty-package server/empty-package
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /parley
COPY --from=packages /parley/node_modules node_modules
COPY . .
COPY --from=build /parley/.next .next
COPY --from=build /parley/lib/db/generated lib/db/generated
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start of a new version may move a large database to the next PostgreSQL before it answers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so Docker's SIGTERM reaches Parley, which drains for a few seconds and stops its PostgreSQL.
CMD ["node", "server/launch.mjs", "server/main.ts", "start"]
