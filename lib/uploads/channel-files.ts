import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { ChannelFileDto, ChannelFilesDto } from "@/lib/uploads/dto";
import { attachmentSelect, toAttachmentDto } from "@/lib/uploads/to-dto";

const PAGE = 30;

/** The files of the channel's messages, replies' among them, the latest first: a page, before the one with the id `before`. */
export async function channelFiles({ channel }: AccessibleChannel, before: bigint | null): Promise<ChannelFilesDto> {
  const rows = await db().attachment.findMany({
    where: { channelId: channel.id, message: { deletedAt: null }, ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: PAGE + 1,
    select: {
      ...attachmentSelect,
      message: { select: { seq: true, createdAt: true, authorName: true, user: { select: { name: true } } } },
    },
  });
  const files = rows.slice(0, PAGE).map(({ message, ...file }): ChannelFileDto => {
    const { seq, createdAt, authorName, user } = message;
    const by = user?.name ?? authorName ?? "Somebody who has left";
    return { ...toAttachmentDto(file), seq: Number(seq), createdAt: createdAt.toISOString(), by };
  });
  return { items: files, next: rows.length > PAGE ? (files.at(-1)?.id ?? null) : null };
}
