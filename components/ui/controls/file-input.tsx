import type { ComponentProps } from "react";

type FileInputProps = Pick<ComponentProps<"input">, "ref" | "accept" | "multiple" | "aria-label"> & {
  choose: (files: File[]) => void;
};

/** A hidden field that opens the browser's dialog to choose files, by a click on a button beside it. */
export function FileInput({ choose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        choose([...(currentTarget.files ?? [])]);
        // Otherwise the same file couldn't be chosen again.
        currentTarget.value = "";
      }}
    />
  );
}
