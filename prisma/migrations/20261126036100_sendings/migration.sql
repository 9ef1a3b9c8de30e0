-- CreateTable
CREATE TABLE "sendings" (
    "kind" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "sendings_pkey" PRIMARY KEY ("kind", "hour")
);
