import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallFailed, call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { currentLanguage } from '../kit/language/language.ts'
import { findViewerBy } from '../kit/language/viewer-formats.ts'
import { hearClock } from '../kit/time/now.ts'

/** ms */
const RELOAD = 20_000

const isEnded = (failure: unknown): boolean => failure instanceof CallFailed && failure.status === 404

/** Secret of the link that was opened. */
const secretOf = (): string => location.hash.slice(1)

/**
 * Reads what the display shows, by the secret of its link alone, whoever is signed in on this browser. Goes on asking
 * while the server is away.
 */
export const useWallClimate = () => {
  const { data, error, dataUpdatedAt, isPending } = useQuery({
    queryKey: ['wall display', secretOf()],
    queryFn: () =>
      call(
        api.showDisplay,
        {},
        {
          fetch: (url, init) => window.fetch(url, { ...init, cache: 'no-store' }).then(hearClock),
          token: secretOf(),
          language: currentLanguage(),
        },
      ).then(climate => {
        findViewerBy(() => ({ formats: climate.formats, language: currentLanguage() }))
        return climate
      }),
    refetchInterval: RELOAD,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
  // Another screen of this tab is read by the formats of its own viewer.
  useEffect(() => () => findViewerBy(() => undefined), [])
  const ended = isEnded(error)
  return {
    climate: ended ? undefined : data,
    ended,
    /** Time of this device's clock at which the server last answered; 0 before it did. */
    answeredAt: dataUpdatedAt,
    isFirst: isPending,
    lost: error !== null && !ended,
  }
}
