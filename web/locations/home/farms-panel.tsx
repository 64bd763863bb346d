import { useEffect, useMemo, useState } from 'react'
import type { Location } from '#shared/contract/places/locations.ts'
import { type AreaState, shownStatus } from '#shared/rules/locations/area-state.ts'
import { useMinWidth } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from './home.module.css'

const FarmsMap = lazyPart(() => import('../../map/farms-map.tsx'))

/** The list stands alone until it has been drawn: the map's program is large. */
const AFTER_MS = 600

const useLater = (): boolean => {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return later
}

const displayStatus = (state: AreaState | undefined) => (state ? shownStatus(state) : 'pending')

interface Props {
  locations: readonly Location[]
  /** Worst first. */
  states: readonly AreaState[]
  open: boolean
  onArea: (areaId: number) => void
}

/** The map beside the list where there is room, else when it is asked for. */
export function FarmsPanel({ locations, states, open, onArea }: Props) {
  const wide = useMinWidth(80)
  const later = useLater()
  const [chosen, setChosen] = useState<number | null>(null)
  const { farms, lost } = useMemo(() => {
    const worst = new Map<number, AreaState>()
    for (const state of states) if (!worst.has(state.location.id)) worst.set(state.location.id, state)
    const order = [...worst.keys()]
    const all = [...locations].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    return {
      farms: all.flatMap(({ id, name, areas, lat, lon, colour }) =>
        lat == null || lon == null
          ? []
          : [
              {
                id,
                name,
                areas: areas.length,
                lat,
                lon,
                colour: colour ?? null,
                status: displayStatus(worst.get(id)),
              },
            ],
      ),
      lost: all.filter(({ lat, lon, may }) => (lat == null || lon == null) && may.includes('edit')),
    }
  }, [locations, states])
  if (!(wide || open)) return null
  const pick = (id: number) => {
    setChosen(id)
    const first = states.find(({ location }) => location.id === id)
    if (first) onArea(first.area.id)
  }
  return (
    <aside className={classes.map}>
      {(later || open) && (
        <LazyBoundary>
          <FarmsMap farms={farms} lost={lost} chosen={chosen} onPick={pick} />
        </LazyBoundary>
      )}
    </aside>
  )
}
