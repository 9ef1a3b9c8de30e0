import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "@/components/ui/controls/button";
import { FileInput } from "@/components/ui/controls/file-input";
import { ImageUp } from "@/components/ui/icons/more-icons";
import { AVATAR_HINT, AVATAR_LIMITS } from "@/lib/people/avatars/dto";

type ImageButtonProps = {
  /** The accessible name of the hidden file field. */
  label: string;
  buttonRef: RefObject<HTMLButtonElement | null>;
  choose: (file: File | undefined) => void;
  children: ReactNode;
};

/** A button that lets people choose an image from their device. */
export function ImageButton({ label, buttonRef, choose, children }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button ref={buttonRef} size="small" onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        {children}
      </Button>
      <FileInput
        ref={input}
        accept={[...AVATAR_LIMITS.types].join(",")}
        aria-label={label}
        choose={([file]) => choose(file)}
      />
    </>
  );
}

/** Says why this file can't be uploaded as an avatar or emoji; null if it can. */
export function imageProblem({ type, size }: File): string | null {
  if (size === 0) return "This file is empty. Choose another one.";
  if (size > AVATAR_LIMITS.bytes) return `This image is too large. ${AVATAR_HINT}`;
  return type === "" || AVATAR_LIMITS.types.has(type) ? null : `This file isn't a supported image. ${AVATAR_HINT}`;
}
