import { Suspense, useDeferredValue } from 'react'
import { lazyPart } from '../kit/part.ts'
import { ReadFailed } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { Overview } from './overview.tsx'
import { useDemo, useHomeData } from './queries.ts'

/** Only for who has no location yet. */
const FirstStart = lazyPart(() => import('./first-start.tsx'))

export default function HomePage() {
  const { read: newest, failure, retry } = useHomeData()
  const demo = useDemo()
  // Drawn in slices, between which the page answers.
  const read = useDeferredValue(demo.isFetched ? newest : undefined)
  if (failure) return <ReadFailed failure={failure} onRetry={retry} />
  // The strip of the demo farm comes with the areas: later it would push them down.
  if (!read) return <PageLoading />
  if (read.locations.length > 0) return <Overview read={read} />
  return (
    <Suspense fallback={<PageLoading />}>
      <FirstStart devices={read.devices.length} />
    </Suspense>
  )
}
