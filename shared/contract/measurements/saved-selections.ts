import { z } from 'zod'
import { Id, IdParams, OneLine, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Query of the dashboard's address, the part behind its question mark. */
const Search = z
  .string()
  .max(2000)
  .regex(/^[\w*.%+&=-]*$/)

const SavedSelectionInput = z.object({ name: OneLine.min(1).max(80), search: Search })
export type SavedSelectionInput = z.output<typeof SavedSelectionInput>

/** Change of the name, of what is selected, or of both: what is left out stays as it is. */
const SavedSelectionChange = SavedSelectionInput.partial()
export type SavedSelectionChange = z.output<typeof SavedSelectionChange>

export const SavedSelection = z.object({ id: Id, name: z.string(), search: z.string(), changed_at: TimeOut })
export type SavedSelection = z.infer<typeof SavedSelection>

/** Saved selections an account may have of each dashboard. */
export const MAX_SAVED_SELECTIONS = 100

const callsOf = <const Access extends 'pro-analysis' | 'research-analysis', const Path extends string>(
  access: Access,
  path: Path,
  dashboard: string,
) =>
  ({
    list: {
      method: 'GET',
      path,
      access,
      summary: `Selections of the ${dashboard} dashboard that the caller saved, by name`,
      response: z.array(SavedSelection),
    },
    create: {
      method: 'POST',
      path,
      access,
      summary: `Save a selection of the ${dashboard} dashboard under a name that is not taken`,
      body: SavedSelectionInput,
      response: SavedSelection,
      status: 201,
    },
    update: {
      method: 'PUT',
      path: `${path}/:id`,
      access,
      summary: `Rename a saved selection of the ${dashboard} dashboard, or save another one in its place`,
      params: IdParams,
      body: SavedSelectionChange,
      response: SavedSelection,
    },
    remove: {
      method: 'DELETE',
      path: `${path}/:id`,
      access,
      summary: `Delete a saved selection of the ${dashboard} dashboard`,
      params: IdParams,
      status: 204,
    },
  }) as const

const pro = callsOf('pro-analysis', '/researchdata/pro/selections', 'data')
const research = callsOf('research-analysis', '/researchdata/selections', 'research')

export const savedSelectionEndpoints = endpoints({
  listSavedSelections: pro.list,
  createSavedSelection: pro.create,
  updateSavedSelection: pro.update,
  deleteSavedSelection: pro.remove,
  listResearchSelections: research.list,
  createResearchSelection: research.create,
  updateResearchSelection: research.update,
  deleteResearchSelection: research.remove,
})
