import type { SavedSelection } from '#shared/contract/measurements/saved-selections.ts'
import { linkTo, readValues, type Target } from '../../kit/routing/address.ts'
import { type Selection, searchOf, selectionOf } from '../dashboard/selection.ts'
import { dashboardScreen } from '../screens.ts'

/** A selection as it is saved: the text behind the question mark of its address. */
export const savedSearch = (selection: Selection): string =>
  new URLSearchParams(linkTo(dashboardScreen, { search: searchOf(selection) }).search).toString()

/** Link to a saved selection; what a later version cannot read of it is left out. */
export const linkToSaved = ({ search }: Pick<SavedSelection, 'search'>): Target => {
  const values = readValues(dashboardScreen.search, Object.fromEntries(new URLSearchParams(search)))
  return linkTo(dashboardScreen, { search: searchOf(selectionOf(values)) })
}
