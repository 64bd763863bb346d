import {
  focusManager,
  QueryErrorResetBoundary,
  type UseQueryResult,
  useQueryErrorResetBoundary,
} from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useDeferredValue, useEffect, useEffectEvent } from 'react'
import { CallFailed, isNotFound } from '#shared/contract/call.ts'
import { onConnection } from '../../kit/browser/connection.ts'
import { ReadFailed } from './error-state.tsx'
import { PartLoading } from './page-loading.tsx'

/**
 * Time (ms) after a failure before which a server that answers counts as one that was there all along: it is this read that it
 * does not answer, and trying again at once would go on for ever.
 */
const AWAY_MS = 2000

/** A failed read that is tried again also when the server is back, and when somebody comes back to the window. */
export function RetriedRead({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    const failed = performance.now()
    const stopConnection = onConnection(lost => !lost && performance.now() - failed > AWAY_MS && again())
    const stopFocus = focusManager.subscribe(focused => focused && again())
    return () => {
      stopConnection()
      stopFocus()
    }
  }, [])
  return <ReadFailed failure={failure} onRetry={onRetry} />
}

/** Failed read of a part that shows more than what it reads, while there is nothing of it to show. */
export function QueryFailed({ query }: { query: UseQueryResult<unknown> }) {
  return query.error && !query.data && <ReadFailed failure={query.error} onRetry={() => void query.refetch()} />
}

interface Props {
  children: ReactNode
  /** Stands there until all has been read. */
  waiting?: ReactNode
  /** Stands around what waits or has failed, e.g. a dialog whose content brings its own. */
  frame?: (content: ReactNode) => ReactNode
  /** Stands there where the server knows nothing by that id. */
  gone?: ReactNode
  /** True where there is something to see before all has been read. */
  eager?: boolean
}

const asItIs = (content: ReactNode): ReactNode => content

const AtFailure = createContext<Pick<Props, 'gone' | 'frame'>>({})

/** Failed part of a page; what is no read that failed is for the page to say. */
function PartFailed({ error, reset }: ErrorComponentProps) {
  const { gone, frame = asItIs } = use(AtFailure)
  const { reset: allowRetry } = useQueryErrorResetBoundary()
  if (!(error instanceof CallFailed)) throw error
  if (gone && isNotFound(error)) return gone
  const again = () => {
    allowRetry()
    reset()
  }
  return frame(<RetriedRead failure={error} onRetry={again} />)
}

/**
 * Boundary around a part of a page that reads for itself with `useRead`: the page around it stays, whatever comes of it.
 * What stands in is drawn first and gives way: React would keep the fallback of something just begun for 0.3 s.
 */
export function ReadBoundary({ children, waiting = <PartLoading />, frame = asItIs, gone, eager = false }: Props) {
  const begun = useDeferredValue(true, eager)
  return (
    <QueryErrorResetBoundary>
      <AtFailure value={{ gone, frame }}>
        <CatchBoundary getResetKey={() => 0} errorComponent={PartFailed}>
          <Suspense fallback={frame(waiting)}>{begun ? children : frame(waiting)}</Suspense>
        </CatchBoundary>
      </AtFailure>
    </QueryErrorResetBoundary>
  )
}
