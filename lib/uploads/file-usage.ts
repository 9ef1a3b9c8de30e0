import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { shownImage } from "@/lib/images/signed-url";
import type { FileUsageDto } from "@/lib/uploads/dto";
import { INSTALL, WEBHOOKS } from "@/lib/uploads/file-owner";
import type { SessionUser } from "@/lib/users/find-session-user";

const MOST_PEOPLE = 100;

/** Who uses how much. Throws `not_found` for everybody but owners and admins. */
export async function fileUsage({ role }: Pick<SessionUser, "role">): Promise<FileUsageDto> {
  if (role === "member") throw new AppError("not_found", "There is nothing at this address.");
  type Row = { id: bigint; name: string; avatar_url: string | null; bytes: bigint; files: number; people: bigint };
  const [totals, people] = await Promise.all([
    db().fileTotal.findMany({ where: { ownerId: { in: [INSTALL, WEBHOOKS] } } }),
    db().$queryRaw<Row[]>`
      SELECT u.id, u.name, u.avatar_url, t.bytes, t.files, count(*) OVER () AS people
      FROM file_totals t JOIN users u ON u.id = t.owner_id WHERE t.files > 0
      ORDER BY t.bytes DESC, u.id LIMIT ${MOST_PEOPLE}`,
  ]);
  const of = (id: bigint) => {
    const total = totals.find(({ ownerId }) => ownerId === id);
    return { used: Number(total?.bytes ?? 0), files: total?.files ?? 0 };
  };
  const { person, install } = env.uploadLimits;
  return {
    ...of(INSTALL),
    limit: install,
    personLimit: person,
    webhooks: of(WEBHOOKS),
    people: people.map(({ id, name, avatar_url, bytes, files }) => {
      return { id: `${id}`, name, avatarUrl: shownImage(avatar_url, id), used: Number(bytes), files };
    }),
    more: Number(people[0]?.people ?? 0) - people.length,
  };
}
