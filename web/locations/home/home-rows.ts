import type { Location } from '#shared/contract/places/locations.ts'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import type { HomeView } from '../../kit/browser/home-view.ts'

/** Row of home; only those near the window are drawn. */
export type HomeRow = { key: string } & (
  | { kind: 'head'; location: Location; states: readonly AreaState[]; collapsed: boolean }
  | { kind: 'empty'; location: Location }
  | { kind: 'cards'; big: readonly AreaState[]; medium: readonly AreaState[] }
  | { kind: 'line'; small: boolean; state: AreaState; first: boolean; last: boolean }
)

const BESIDE_BIG = 2

/** Act now stands large at the left with two others beside it; what is left stands two by two. */
const cardsOf = (states: readonly AreaState[]): HomeRow[] => {
  const big = states.filter(({ status }) => status === 'act_now')
  const medium = states.filter(({ status }) => status === 'too_cold' || status === 'attention')
  const rows: HomeRow[] = []
  for (let index = 0; index < Math.max(big.length, Math.ceil(medium.length / BESIDE_BIG)); index++) {
    const row = {
      big: big.slice(index, index + 1),
      medium: medium.slice(index * BESIDE_BIG, (index + 1) * BESIDE_BIG),
    }
    rows.push({ key: `c${(row.big[0] ?? row.medium[0])?.area.id}`, kind: 'cards', ...row })
  }
  return rows
}

const linesOf = (states: readonly AreaState[], small: boolean): HomeRow[] =>
  states.map((state, index) => ({
    key: `${small ? 's' : 'l'}${state.area.id}`,
    kind: 'line',
    small,
    state,
    first: index === 0,
    last: index === states.length - 1,
  }))

const pairsOf = (states: readonly AreaState[]): HomeRow[] => {
  const rows: HomeRow[] = []
  for (let index = 0; index < states.length; index += 2) {
    const big = states.slice(index, index + 2)
    rows.push({ key: `b${big[0]?.area.id}`, kind: 'cards', big, medium: [] })
  }
  return rows
}

const areasAs = (states: readonly AreaState[], size: HomeView['size']): HomeRow[] => {
  if (size === 'xs') return linesOf(states, true)
  if (size === 'xl') return pairsOf(states)
  const quiet = states.filter(({ status }) => status === 'no_data' || status === 'not_graded' || status === 'good')
  return [...cardsOf(states), ...linesOf(quiet, false)]
}

/**
 * Home as lines, worst first: by location where that is wanted, else all areas together. `filtered` leaves out locations
 * none of whose areas is shown.
 */
export const homeRows = (
  locations: readonly Location[],
  states: readonly AreaState[],
  { byFarm, size, collapsed }: Pick<HomeView, 'byFarm' | 'size' | 'collapsed'>,
  filtered: boolean,
): HomeRow[] => {
  if (!byFarm) return areasAs(states, size)
  const groups = Map.groupBy(states, ({ location }) => location.id)
  const order = new Map([...groups.keys()].map((id, place) => [id, place]))
  const place = (id: number) => order.get(id) ?? states.length
  return [...locations]
    .filter(({ id }) => !filtered || groups.has(id))
    .sort((one, other) => place(one.id) - place(other.id))
    .flatMap(location => {
      const own = groups.get(location.id) ?? []
      const isCollapsed = collapsed.includes(location.id)
      const head: HomeRow = { key: `h${location.id}`, kind: 'head', location, states: own, collapsed: isCollapsed }
      if (isCollapsed) return [head]
      if (own.length === 0) return [head, { key: `e${location.id}`, kind: 'empty' as const, location }]
      return [head, ...areasAs(own, size)]
    })
}

/** Index of the row where an area stands; -1 when it is collapsed or not shown. */
export const rowOfArea = (rows: readonly HomeRow[], areaId: number): number =>
  rows.findIndex(row => {
    if (row.kind === 'cards') return [...row.big, ...row.medium].some(({ area }) => area.id === areaId)
    return row.kind === 'line' && row.state.area.id === areaId
  })
