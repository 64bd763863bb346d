import { onSessionChange, onSessionEnd, readSession } from '../api/session.ts'
import { isServer } from '../first-paint/first-render.ts'
import { createStoreListeners, useExternalStore } from './external-store.ts'

/** View of home that somebody has chosen, remembered until the browser is closed. */
export interface HomeView {
  search: string
  /** Id of the only location that is shown; null for all. */
  farm: number | null
  /** Id of the only kind of animals that is shown; null for all. */
  species: number | null
  belowSix: boolean
  attention: boolean
  online: 'off' | 'online' | 'offline'
  photo: 'off' | 'only' | 'none'
  size: 'xs' | 'm' | 'xl'
  byFarm: boolean
  /** Leaves out farms of others where an administrator sees all there are. */
  onlyOwn: boolean
  /** Locations whose areas are collapsed. */
  collapsed: number[]
  /** Shows sizes, filters, skyline and map on a phone, too. */
  unfolded: boolean
}

const NO_FILTERS = {
  search: '',
  farm: null,
  species: null,
  belowSix: false,
  attention: false,
  online: 'off',
  photo: 'off',
} satisfies Partial<HomeView>

export const ALL: HomeView = {
  ...NO_FILTERS,
  size: 'm',
  byFarm: true,
  onlyOwn: true,
  collapsed: [],
  unfolded: false,
}

const KEY = 'barnometer.home'
const listeners = createStoreListeners()

const read = (): HomeView => {
  try {
    return { ...ALL, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }
  } catch {
    return ALL
  }
}
let view = read()

export const changeHomeView = (change: Partial<HomeView>): void => {
  view = { ...view, ...change }
  sessionStorage.setItem(KEY, JSON.stringify(view))
  listeners.tell()
}

// The person who signs in next has other farms.
onSessionEnd(() => changeHomeView(ALL))

/** Key of the id of the person who has chosen the view. */
const OWNER = 'barnometer.home.of'

/** Forgets the view of somebody else: a tab that slept, or was opened again, has not heard that they left. */
const checkOwner = (): void => {
  const { user } = readSession()
  if (user === null) return
  const before = sessionStorage.getItem(OWNER)
  if (before === String(user.id)) return
  if (before !== null) changeHomeView(ALL)
  sessionStorage.setItem(OWNER, String(user.id))
}

if (!isServer) {
  checkOwner()
  onSessionChange(checkOwner)
}

/** Takes the filters away; how large the cards are and how they are grouped stays. */
export const clearHomeFilters = (): void => changeHomeView(NO_FILTERS)

export const useHomeView = (): HomeView =>
  useExternalStore(
    listeners.listen,
    () => view,
    () => ALL,
  )
