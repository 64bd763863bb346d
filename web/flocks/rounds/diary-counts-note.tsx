import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type DiaryCount, MAX_DIARY_ANSWERS } from '#shared/contract/places/flocks.ts'
import { inspectionScreen } from '../../diary/screens.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { ROUND_READS } from '../../locations/rounds/queries.ts'
import { roundName } from '../../locations/rounds/round-name.ts'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import classes from '../flocks.module.css'

const RoundDialog = lazyPart(() => import('../../locations/rounds/round-dialog.tsx'))

/** Counts shown before somebody asks for more. */
const SHOWN = 5

const keyOf = ({ inspection_id, kind }: DiaryCount): string => `${inspection_id} ${kind}`

interface OpenDialog {
  way: 'begin' | 'end' | 'change'
  count: DiaryCount
}

/** Asks whether animals that were counted in the diary become part of their round: nothing is assumed. */
export function DiaryCountsNote({ areaId, species }: { areaId: number; species: string }) {
  const { t } = useTranslation('flocks')
  const params = { id: areaId }
  const found = useQuery(queryOf(api.listDiaryCounts, { params }))
  const rounds = useQuery(queryOf(api.listRounds, { params }))
  const answer = useApiMutation(api.answerDiaryCounts, { refresh: ROUND_READS })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const counts = found.data ?? []
  const [some, more] = useSome(counts, SHOWN)
  if (counts.length === 0) return null
  const send = (of: readonly DiaryCount[], take: boolean) =>
    answer.mutate({
      params,
      body: {
        answers: of.map(({ inspection_id, kind, animals, date }) => ({ inspection_id, kind, animals, date, take })),
      },
    })
  const lost = counts.filter(({ kind, ways }) => kind === 'lost' && ways.includes('add')).slice(0, MAX_DIARY_ANSWERS)
  const round = rounds.data?.find(({ id }) => id === opened?.count.round?.id) ?? null
  const close = () => setOpened(null)
  return (
    <Note status="pending">
      <p>{t('diary.text', { count: counts.length })}</p>
      <ul className={classes.counts}>
        {some.map(count => (
          <OneCount
            key={keyOf(count)}
            count={count}
            busy={answer.isPending}
            onAnswer={take => send([count], take)}
            onOpen={way => setOpened({ way, count })}
          />
        ))}
      </ul>
      {answer.error && <p role="alert">{failureOf(answer.error, []).message}</p>}
      <div className="bm-row bm-wrap">
        {lost.length > 1 && (
          <Button size="md" loading={answer.isPending} onClick={() => send(lost, true)}>
            {t('diary.take_all', { count: lost.length })}
          </Button>
        )}
        {more}
      </div>
      <LazyBoundary onFailed={close}>
        {opened && (opened.way === 'begin' || round) && (
          <RoundDialog
            areaId={areaId}
            species={species}
            round={opened.way === 'begin' ? null : round}
            ending={opened.way === 'end'}
            today={opened.count.date}
            animals={opened.way === 'begin' ? opened.count.animals : undefined}
            onClose={close}
          />
        )}
      </LazyBoundary>
    </Note>
  )
}

interface Props {
  count: DiaryCount
  busy: boolean
  onAnswer: (take: boolean) => void
  onOpen: (way: OpenDialog['way']) => void
}

function OneCount({ count, busy, onAnswer, onOpen }: Props) {
  const { t } = useTranslation('flocks')
  const { number } = useFormat()
  const { date, kind, known, taken, ways, round, inspection_id, moved, elsewhere } = count
  // A count that an inspection no longer has here is told by what the round has of it.
  const animals = number(moved !== null && count.animals === 0 ? (taken ?? 0) : count.animals)
  const name = round ? roundName(round) : ''
  return (
    <li>
      <span>
        <b>{t(`diary.counted.${kind}`, { animals, date: shownDate(date) })}</b>{' '}
        <ScreenLink className="bm-link" to={linkTo(inspectionScreen, { params: { id: inspection_id } })}>
          {t('diary.inspection')}
          <span className="bm-hidden"> {shownDate(date)}</span>
        </ScreenLink>
        <span className={classes.small}>
          {round ? t('diary.round', { round: name }) : t('diary.no_round')}
          {known > 0 && ` ${t('diary.known', { known: number(known) })}`}
          {taken !== null && ` ${t('diary.taken', { taken: number(taken) })}`}
          {taken !== null && moved && ` ${t(`diary.moved.${moved}`)}`}
          {elsewhere &&
            ` ${elsewhere.area_name === null ? t('diary.elsewhere_held') : t('diary.elsewhere', { area: elsewhere.area_name })}`}
        </span>
      </span>
      <span className={classes.ways}>
        {ways.map(way => (
          <Button
            key={way}
            size="md"
            variant="default"
            disabled={busy}
            onClick={() => (way === 'add' || way === 'withdraw' ? onAnswer(true) : onOpen(way))}
          >
            {t(way === 'add' ? `diary.add.${kind}` : `diary.way.${way}`)}
            <span className="bm-hidden">
              {' '}
              {animals}, {shownDate(date)}
            </span>
          </Button>
        ))}
        <Button size="md" variant="subtle" disabled={busy} onClick={() => onAnswer(false)}>
          {t(taken === null ? 'diary.leave_out' : 'diary.keep')}
          <span className="bm-hidden">
            {' '}
            {animals}, {shownDate(date)}
          </span>
        </Button>
      </span>
    </li>
  )
}
