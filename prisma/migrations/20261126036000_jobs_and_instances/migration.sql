-- CreateTable
CREATE TABLE "jobs" (
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "every_ms" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "took_ms" INTEGER NOT NULL,
    "error" TEXT,
    "succeeded_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "instance_id" TEXT NOT NULL,
    "instance" TEXT NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "streams" INTEGER NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);
