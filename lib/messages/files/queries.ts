import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import {
  type AttachmentDto,
  type ChannelFileDto,
  type ChannelFilesDto,
  IMAGE_TYPES,
  PDF_TYPE,
} from "@/lib/files/uploads/dto";
import type { FoundAttachment } from "@/lib/files/uploads/serve-attachment";
import type { SessionUser } from "@/lib/people/find-session-user";
import { isAppError, noSuchThing } from "@/lib/text/errors";
import { page } from "@/lib/text/page";
import { paths } from "@/lib/text/paths";

/** The columns that `toAttachmentDto` needs. */
export const attachmentSelect = {
  id: true,
  name: true,
  size: true,
  contentType: true,
  width: true,
  height: true,
  description: true,
} as const;

type AttachmentRow = Omit<AttachmentDto, "id" | "url" | "shown"> & { id: bigint };

/** Converts an attachment for the browser. */
export function toAttachmentDto(row: AttachmentRow): AttachmentDto {
  return toServedDto(row, paths.api.attachment(`${row.id}`, row.name));
}

/** Converts a file that is served at this path for the browser. */
export function toServedDto({ id, ...rest }: AttachmentRow, url: string): AttachmentDto {
  const isShown = IMAGE_TYPES.has(rest.contentType) || rest.contentType === PDF_TYPE;
  return {
    ...rest,
    id: `${id}`,
    url,
    shown: isShown ? { preview: `${url}?size=preview`, large: `${url}?size=large` } : null,
  };
}

/**
 * Finds an attachment in a channel that the user may read. Throws the same `not_found` in every other case as for an
 * unknown URL.
 */
export async function findAttachment(user: SessionUser, id: bigint): Promise<FoundAttachment> {
  const found = await db().attachment.findFirst({
    where: { id, message: { deletedAt: null } },
    select: {
      id: true,
      channelId: true,
      hash: true,
      name: true,
      size: true,
      contentType: true,
      message: { select: { userId: true, webhookId: true } },
    },
  });
  if (!found) throw noSuchThing();
  const { channelId, message, ...attachment } = found;
  await requireChannel(user, channelId).catch((error: unknown) => {
    throw isAppError(error) && error.code === "not_found" ? noSuchThing() : error;
  });
  return { ...attachment, by: message.userId ?? message.webhookId ?? channelId };
}

/** The columns that `toFileDto` needs. */
export const fileSelect = {
  ...attachmentSelect,
  message: { select: { seq: true, createdAt: true, authorName: true, user: { select: { name: true } } } },
} as const;

type FileRow = AttachmentRow & {
  message: { seq: bigint; createdAt: Date; authorName: string | null; user: { name: string } | null };
};

/** Converts a file of a list for the browser. */
export function toFileDto({ message: { seq, createdAt, authorName, user }, ...file }: FileRow): ChannelFileDto {
  const by = user?.name ?? authorName ?? "Unknown";
  return { ...toAttachmentDto(file), seq: Number(seq), createdAt: createdAt.toISOString(), by };
}

const PAGE = 30;

/** Returns a page of files in the channel's messages and threads, latest first, before the file with the id `before`. */
export async function channelFiles({ channel }: AccessibleChannel, before: bigint | null): Promise<ChannelFilesDto> {
  const rows = await db().attachment.findMany({
    where: { channelId: channel.id, message: { deletedAt: null }, ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: PAGE + 1,
    select: fileSelect,
  });
  return page(rows, { most: PAGE, cursorOf: ({ id }) => `${id}`, toItems: (some) => some.map(toFileDto) });
}
