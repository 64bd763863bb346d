import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { LocationArea } from '#shared/contract/places/locations.ts'
import { ALERT_READS } from '../../alerts/queries.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { ROUND_READS } from './queries.ts'
import classes from './rounds.module.css'

const READS = [...ROUND_READS, ...ALERT_READS]

/** Says that an area has no animals, for who keeps no rounds: its alerts pause until a day, or until they are in again. */
export function PauseCard({ area: { id, pause } }: { area: Pick<LocationArea, 'id' | 'pause'> }) {
  const { t } = useTranslation('rounds')
  const params = { id }
  const rounds = useQuery(queryOf(api.listRounds, { params }))
  const pausing = useApiMutation(api.pauseArea, { refresh: READS })
  const resuming = useApiMutation(api.resumeArea, { refresh: READS })
  // A day that is typed stands until the pause is another one.
  const [{ of, typed }, setState] = useState({ of: pause?.until, typed: pause?.until ?? '' })
  const until = of === pause?.until ? typed : (pause?.until ?? '')
  const setTyped = (day: string) => setState({ of: pause?.until, typed: day })
  // A round that runs says by its own end that the area is empty.
  if (!pause && (rounds.data ?? []).some(({ state }) => state === 'running')) return null
  const thrown = pausing.error ?? resuming.error
  const failure = thrown && failureOf(thrown, ['until'])
  const problem = failure && (Object.values(failure.errors)[0] ?? failure.message)
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="pause">
      <h2 id="pause">{t('pause.title')}</h2>
      {pause ? (
        <>
          <Note status="not_graded">
            <p>
              {pause.until === null
                ? t('pause.on', { since: shownDate(pause.since) })
                : t('pause.on_until', { since: shownDate(pause.since), until: shownDate(pause.until) })}
            </p>
            <p>{t('pause.gas')}</p>
          </Note>
          <div className="bm-row bm-wrap">
            <Button size="md" loading={resuming.isPending} onClick={() => resuming.mutate({ params })}>
              {t('pause.back')}
            </Button>
          </div>
          <DateField label={t('pause.until')} value={until} onChange={setTyped} />
          <div className="bm-row bm-wrap">
            <Button
              size="md"
              variant="default"
              loading={pausing.isPending}
              onClick={() => pausing.mutate({ params, body: { until: until === '' ? null : until } })}
            >
              {t('pause.save')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="bm-muted">{t('pause.text')}</p>
          <div className="bm-row bm-wrap">
            <Button
              size="md"
              variant="default"
              loading={pausing.isPending}
              onClick={() => pausing.mutate({ params, body: { until: null } })}
            >
              {t('pause.start')}
            </Button>
          </div>
        </>
      )}
      {problem && (
        <Note status="act_now">
          <p>{problem}</p>
        </Note>
      )}
    </section>
  )
}
