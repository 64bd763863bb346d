import { api } from '#shared/contract/index.ts'
import type { SavedSelection } from '#shared/contract/measurements/saved-selections.ts'
import { linkTo, readValues, type Target } from '../../kit/routing/address.ts'
import { type Selection, searchOf, selectionOf } from '../dashboard/selection.ts'
import { type ResearchSelection, researchSearchOf, researchSelectionOf } from '../research/research-selection.ts'
import { dashboardScreen, researchDashboardScreen } from '../screens.ts'

/** Calls that keep the selections of a dashboard. */
export const SAVED_CALLS = {
  list: api.listSavedSelections,
  create: api.createSavedSelection,
  update: api.updateSavedSelection,
  remove: api.deleteSavedSelection,
}
export const RESEARCH_SAVED_CALLS = {
  list: api.listResearchSelections,
  create: api.createResearchSelection,
  update: api.updateResearchSelection,
  remove: api.deleteResearchSelection,
}

export interface SavedOf {
  /** The selection on the screen as it is saved. */
  search: string
  of: typeof SAVED_CALLS | typeof RESEARCH_SAVED_CALLS
  linkOf: (saved: Pick<SavedSelection, 'search'>) => Target
}

/** A selection as it is saved: the text behind the question mark of its address. */
export const savedSearch = (selection: Selection): string =>
  new URLSearchParams(linkTo(dashboardScreen, { search: searchOf(selection) }).search).toString()

/** Link to a saved selection; what a later version cannot read of it is left out. */
export const linkToSaved = ({ search }: Pick<SavedSelection, 'search'>): Target => {
  const values = readValues(dashboardScreen.search, Object.fromEntries(new URLSearchParams(search)))
  return linkTo(dashboardScreen, { search: searchOf(selectionOf(values)) })
}

export const savedResearchSearch = (selection: ResearchSelection): string =>
  new URLSearchParams(linkTo(researchDashboardScreen, { search: researchSearchOf(selection) }).search).toString()

export const linkToSavedResearch = ({ search }: Pick<SavedSelection, 'search'>): Target => {
  const values = readValues(researchDashboardScreen.search, Object.fromEntries(new URLSearchParams(search)))
  return linkTo(researchDashboardScreen, { search: researchSearchOf(researchSelectionOf(values)) })
}
