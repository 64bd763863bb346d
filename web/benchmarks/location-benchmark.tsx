import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useApiMutation, useReads } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { dayIn } from '../kit/language/viewer-formats.ts'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { useBenchmarkWords } from './benchmark-words.ts'
import classes from './benchmarks.module.css'
import { BENCHMARKS } from './queries.ts'

interface Props {
  locationId: number
  lists: TaxonomyLists
}

/** Agreement of an owner that a location is compared with other farms, what that means, and what it shows. */
export function LocationBenchmarkCard({ locationId, lists }: Props) {
  const { t } = useTranslation('benchmarks')
  const { time_zone } = useUser()
  const [benchmarks] = useReads([BENCHMARKS])
  const words = useBenchmarkWords(lists)
  const set = useApiMutation(api.setBenchmark, { refresh: [api.listBenchmarks] })
  const found = benchmarks.find(({ location_id }) => location_id === locationId)
  // An administrator agrees for nobody.
  if (!found) return null
  const { agreed_at, week, values } = found
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('title')}</h2>
      <p>{t('lead')}</p>
      <Switch
        size="md"
        label={t('agree')}
        description={agreed_at ? t('since', { date: dayIn(agreed_at, time_zone) }) : t('starts')}
        checked={agreed_at !== null}
        disabled={set.isPending}
        onChange={event => set.mutate({ params: { id: locationId }, body: { agreed: event.currentTarget.checked } })}
      />
      {set.error && <Note status="act_now">{set.error.message || t('failed')}</Note>}
      {agreed_at && values.length === 0 && <p className="bm-muted">{t('none')}</p>}
      {week && values.length > 0 && (
        <>
          <h3>{t('week', { week })}</h3>
          <ul className={classes.lines}>
            {values.map(value => {
              const said = words(value)
              return (
                <li key={`${value.area_id} ${value.measurement}`}>
                  <b>{value.area_name}</b> <QuantityName name={said.name} /> {said.value}: {said.standing}
                </li>
              )
            })}
          </ul>
        </>
      )}
      <dl className={classes.terms}>
        {(['given', 'never', 'back'] as const).map(term => (
          <div key={term}>
            <dt>{t(`${term}_title`)}</dt>
            <dd>{t(term)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
