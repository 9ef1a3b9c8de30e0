"use client";

import { type RefObject, useState } from "react";
import { fitting } from "@/components/chat/composer/files/choose";
import { TrayFile } from "@/components/chat/composer/files/tray-file";
import { UploadDialog } from "@/components/chat/composer/files/upload-dialog";
import { FileInput } from "@/components/ui/controls/file-input";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import type { ScheduledDto } from "@/lib/messages/scheduled/dto";
import { scheduledPaths } from "@/lib/text/scheduled-paths";
import { changeScheduled, refreshScheduled } from "./change-scheduled";

type ScheduledFilesProps = {
  item: ScheduledDto;
  /** The button that gets the focus when a file was removed. */
  opener: RefObject<HTMLButtonElement | null>;
};

/** The files that are sent with a scheduled message, each with a remove button. */
export function ScheduledFiles({ item: { id, files = [] }, opener }: ScheduledFilesProps) {
  const [file, setFile] = useState<AttachmentDto | null>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      {files.length > 0 && (
        <ul
          aria-label="Files to send"
          className="mt-1.5 grid max-w-measure grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2"
        >
          {files.map((each) => (
            <TrayFile
              key={each.id}
              name={each.name}
              size={each.size}
              image={each.shown?.preview ?? null}
              href={each.url}
              onRemove={() => {
                setFile(each);
                setAsking(true);
              }}
            />
          ))}
        </ul>
      )}
      {file && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          opener={opener.current}
          title={`Remove ${file.name}?`}
          description="The file won't be sent with the message, and it's deleted."
          confirmText="Remove"
          onConfirm={() => changeScheduled(scheduledPaths.file(id, file.id), { method: "DELETE" })}
        />
      )}
    </>
  );
}

type FilePickerProps = { item: ScheduledDto; input: RefObject<HTMLInputElement | null> };

/** Adds files to a scheduled message once they're chosen by a click on `input`. */
export function FilePicker({ item: { id, files = [] }, input }: FilePickerProps) {
  const [added, setAdded] = useState<readonly File[]>([]);
  return (
    <>
      <FileInput
        ref={input}
        multiple
        choose={(all) => {
          const chosen = fitting(files, all);
          for (const problem of chosen.problems) toast.error(problem);
          setAdded(chosen.files);
        }}
      />
      {added.length > 0 && (
        <UploadDialog
          title="Adding files"
          address={scheduledPaths.files(id)}
          files={added}
          onEnd={(error) => {
            setAdded([]);
            refreshScheduled();
            if (error !== null) toast.error(error);
          }}
          onCancel={() => setAdded([])}
        />
      )}
    </>
  );
}
