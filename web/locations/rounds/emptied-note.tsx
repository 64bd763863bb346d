import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { roundName } from './round-name.ts'

const RoundDialog = lazyPart(() => import('./round-dialog.tsx'))

/** Asks whether a round is to end where its barn seems empty: nothing is assumed. */
export function EmptiedNote({ areaId, species }: { areaId: number; species: string }) {
  const { t } = useTranslation('flocks')
  const params = { id: areaId }
  const emptied = useQuery(queryOf(api.getEmptied, { params }))
  const rounds = useQuery(queryOf(api.listRounds, { params }))
  const occupied = useApiMutation(api.sayOccupied, { refresh: [api.getEmptied] })
  const [ending, setEnding] = useState(false)
  const found = emptied.data?.round ?? null
  const round = rounds.data?.find(({ id, date_out }) => id === found?.id && date_out === null)
  if (!found || !round) return null
  const close = () => setEnding(false)
  return (
    <Note status="attention">
      <p>{t('axis.emptied', { since: shownDate(found.since), round: roundName(round) })}</p>
      <div className="bm-row bm-wrap">
        <Button size="md" onClick={() => setEnding(true)}>
          {t('axis.end')}
        </Button>
        <Button
          size="md"
          variant="default"
          loading={occupied.isPending}
          onClick={() => occupied.mutate({ params: { id: round.id } })}
        >
          {t('axis.occupied')}
        </Button>
      </div>
      {ending && (
        <LazyBoundary onFailed={close}>
          <RoundDialog ending areaId={areaId} species={species} round={round} today={found.since} onClose={close} />
        </LazyBoundary>
      )}
    </Note>
  )
}
