import {
  changeSection,
  changeSectionSchema,
  createSection,
  createSectionSchema,
  deleteSection,
  deleteSectionSchema,
  orderSections,
  orderSectionsSchema,
} from "@/lib/channels/sections";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * The sections of the user's own sidebar. POST /api/channels/sections {name}: creates one. PATCH {key, name, collapsed}:
 * renames, collapses or expands one. PUT {order}: puts them in this order. DELETE {key}: deletes one.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(createSectionSchema, async ({ user, body }) => ({ key: await createSection(user, body) })),
  PATCH: withBody(changeSectionSchema, ({ user, body }) => changeSection(user, body)),
  PUT: withBody(orderSectionsSchema, ({ user, body }) => orderSections(user, body)),
  DELETE: withBody(deleteSectionSchema, ({ user, body }) => deleteSection(user, body)),
});
