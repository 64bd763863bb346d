import type { Location } from '#shared/contract/places/locations.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from './home.module.css'

/** Comes after the screen. */
const FarmWeather = lazyPart(() => import('./farm-weather.tsx'))

/** Room below the name of a farm for its weather, which is there before it. */
export function FarmWeatherLine({ location }: { location: Pick<Location, 'id'> }) {
  return (
    <p className={classes.weather}>
      <LazyBoundary>
        <FarmWeather locationId={location.id} />
      </LazyBoundary>
    </p>
  )
}
