import { isMorning } from '#shared/rules/time/morning.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from '../home/home.module.css'
import { useSeenAt } from '../home/seen-at.ts'
import type { AreaProps } from './area-parts.tsx'

/** Comes after the screen. */
const AreaNight = lazyPart(() => import('./area-night.tsx'))

/**
 * Line for last night of an area, in the morning alone. Its room is there before its sentence, and stays as it was when somebody
 * came to the page: nothing moves at noon either.
 */
export function NightLine({ state, lists }: AreaProps) {
  const seen = useSeenAt()
  if (!isMorning(seen, state.location.time_zone) || !state.finding) return null
  return (
    <div className={classes.night}>
      <LazyBoundary>
        <AreaNight state={state} lists={lists} />
      </LazyBoundary>
    </div>
  )
}
