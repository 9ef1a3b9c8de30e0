import { useContext } from "react";
import type { WorkspaceDto } from "@/lib/workspace/dto";
import { RenderedContext } from "./rendered";

/** Returns the workspace and what the user may do in it, live. */
export function useWorkspace(): WorkspaceDto {
  return useContext(RenderedContext).workspace;
}
