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
import { parse, readJson, route } from "@/lib/web/http";

/**
 * The sections of the user's own sidebar. POST /api/channels/sections {name}: creates one. PATCH {key, name, collapsed}:
 * renames, collapses or expands one. PUT {order}: puts them in this order. DELETE {key}: deletes one.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user }) => ({
    key: await createSection(user, parse(createSectionSchema, await readJson(request))),
  }),
  PATCH: async ({ request, user }) => changeSection(user, parse(changeSectionSchema, await readJson(request))),
  PUT: async ({ request, user }) => orderSections(user, parse(orderSectionsSchema, await readJson(request))),
  DELETE: async ({ request, user }) => deleteSection(user, parse(deleteSectionSchema, await readJson(request))),
});
