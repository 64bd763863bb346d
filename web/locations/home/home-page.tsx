import { Suspense, useDeferredValue } from 'react'
import { ALARM_WATCH, useAlarmWatch } from '../../alarm/running.ts'
import { GROUPS, useGroups } from '../../groups/queries.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { OFFERS, useOffers } from '../../offers/queries.ts'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { DEMO, HOME_READS, useDemo, useHomeData } from '../queries.ts'
import { Overview } from './overview.tsx'

/** Home for people without a location, but with devices of others: a renter, or somebody added to a project. */
const SharedDevices = lazyPart(() => import('./shared-devices.tsx'))
/** Home for people who have no location yet. */
const FirstStart = lazyPart(() => import('./first-start.tsx'))

const isOfOthers = ({ may }: { may: readonly string[] }): boolean => !may.includes('own')

/** Notes above the areas: they come with them, and are left out where they can't be read. */
const ABOVE = [DEMO, OFFERS, GROUPS, ALARM_WATCH].map(read => ({ ...read, optional: true as const }))

export const reads = () => [...HOME_READS, ...ABOVE]

export default function HomePage() {
  const newest = useHomeData()
  const above = [useDemo(), useOffers(), useGroups(), useAlarmWatch()]
  // Drawn in slices, between which the page answers.
  const read = useDeferredValue(above.every(({ isFetched }) => isFetched) ? newest : undefined)
  // The notes and the strip of the demo farm come with the areas: later they would push them down.
  if (!read) return <PageLoading />
  if (read.locations.length > 0) return <Overview read={read} />
  return (
    <Suspense fallback={<PageLoading />}>
      {read.devices.some(isOfOthers) ? <SharedDevices read={read} /> : <FirstStart devices={read.devices.length} />}
    </Suspense>
  )
}
