import { Suspense, useDeferredValue } from 'react'
import { useAlarmWatch } from '../../alarm/running.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { useOffers } from '../../offers/queries.ts'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { useDemo, useHomeData } from '../queries.ts'
import { Overview } from './overview.tsx'

/** Home for people without a location, but with devices of others: a renter, or somebody added to a project. */
const SharedDevices = lazyPart(() => import('./shared-devices.tsx'))
/** Home for people who have no location yet. */
const FirstStart = lazyPart(() => import('./first-start.tsx'))

const isOfOthers = ({ may }: { may: readonly string[] }): boolean => !may.includes('own')

export default function HomePage() {
  const { read: newest, failure, retry } = useHomeData()
  const above = [useDemo(), useOffers(), useAlarmWatch()]
  // Drawn in slices, between which the page answers.
  const read = useDeferredValue(above.every(({ isFetched }) => isFetched) ? newest : undefined)
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  // The notes and the strip of the demo farm come with the areas: later they would push them down.
  if (!read) return <PageLoading />
  if (read.locations.length > 0) return <Overview read={read} />
  return (
    <Suspense fallback={<PageLoading />}>
      {read.devices.some(isOfOthers) ? <SharedDevices read={read} /> : <FirstStart devices={read.devices.length} />}
    </Suspense>
  )
}
