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

export const SavedSelection = z.object({ id: Id, name: z.string(), search: z.string(), changed_at: TimeOut })
export type SavedSelection = z.infer<typeof SavedSelection>

/** Saved selections an account may have. */
export const MAX_SAVED_SELECTIONS = 100

export const savedSelectionEndpoints = endpoints({
  listSavedSelections: {
    method: 'GET',
    path: '/researchdata/pro/selections',
    access: 'pro-analysis',
    summary: 'Selections of the data dashboard that the caller saved, by name',
    response: z.array(SavedSelection),
  },
  createSavedSelection: {
    method: 'POST',
    path: '/researchdata/pro/selections',
    access: 'pro-analysis',
    summary: 'Save a selection of the data dashboard under a name that is not taken',
    body: SavedSelectionInput,
    response: SavedSelection,
    status: 201,
  },
  updateSavedSelection: {
    method: 'PUT',
    path: '/researchdata/pro/selections/:id',
    access: 'pro-analysis',
    summary: 'Rename a saved selection, or save another one in its place',
    params: IdParams,
    body: SavedSelectionInput,
    response: SavedSelection,
  },
  deleteSavedSelection: {
    method: 'DELETE',
    path: '/researchdata/pro/selections/:id',
    access: 'pro-analysis',
    summary: 'Delete a saved selection',
    params: IdParams,
    status: 204,
  },
})
