import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/images/signed-url";
import type { PersonFaceDto } from "@/lib/users/dto";
import { statusOf, statusSelect } from "@/lib/users/status";

/** How these people look to everybody now; those who are gone are left out, and who is deactivated has no status. */
export async function facesOf(userIds: readonly bigint[]): Promise<PersonFaceDto[]> {
  const rows = await db().user.findMany({
    where: { id: { in: [...userIds] } },
    orderBy: { id: "asc" },
    select: { id: true, name: true, avatarUrl: true, deactivatedAt: true, ...statusSelect },
  });
  return rows.map(({ id, name, avatarUrl, deactivatedAt, ...row }) => ({
    userId: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
    status: deactivatedAt ? null : statusOf(row),
  }));
}
