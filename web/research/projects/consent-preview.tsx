import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { ConsentInput, ConsentPreview } from '#shared/contract/places/consents.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { keyOf, useRead } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { asRead } from '../queries.ts'
import { measurementNames } from './project-words.ts'
import classes from './projects.module.css'

interface Props {
  projectId: number
  body: ConsentInput
  zone: string
}

/** Sentence of a field that is at fault, or that of the whole. */
const sentenceOf = (failure: Error): string =>
  (failure instanceof CallFailed && Object.values(failure.errors).flat().join(' ')) || failure.message

/** Bars of the values of a device, all measurements together. */
const barsOf = (of: readonly ConsentPreview[]): number[] => {
  const longest = Math.max(...of.map(({ by_step }) => by_step.length))
  return Array.from({ length: longest }, (_, index) => of.reduce((sum, { by_step }) => sum + (by_step[index] ?? 0), 0))
}

/** Data that a yes would show so far: each device with its measurements, days and values, as numbers and as a small picture. */
export function ConsentPreviewCard({ projectId, body, zone }: Props) {
  const { t } = useTranslation('projects')
  const client = useQueryClient()
  const { data, error, isFetching } = useQuery({
    queryKey: [...keyOf(api.previewConsent), projectId, body],
    queryFn: () => asRead(client, ask(api.previewConsent, { params: { id: projectId }, body })),
    enabled: body.from !== '' && body.measurements !== undefined && body.measurements.length > 0,
    placeholderData: before => before,
  })
  const devices = data ? [...Map.groupBy(data, one => `${one.device_id} ${one.from}`).values()] : []
  return (
    <section className={`bm-card ${classes.card}`} aria-live="polite" aria-busy={isFetching}>
      <h2>{t('consent.preview')}</h2>
      {error && <p className="bm-muted">{sentenceOf(error)}</p>}
      {data && devices.length === 0 && !error && <p className="bm-muted">{t('consent.nothing')}</p>}
      {!error && devices.map(of => <DevicePreview key={`${of[0]?.device_id} ${of[0]?.from}`} of={of} zone={zone} />)}
    </section>
  )
}

function DevicePreview({ of, zone }: { of: readonly ConsentPreview[]; zone: string }) {
  const { t } = useTranslation('projects')
  const lists = useRead(LISTS)
  const format = useFormat()
  const [first] = of
  if (!first) return null
  const bars = barsOf(of)
  const most = Math.max(1, ...bars)
  const name = `${first.device_name}, ${first.area_name}`
  const days = {
    from: dayIn(first.from, zone),
    until: dayIn(Date.parse(first.until) - 1, zone),
  }
  const values = format.number(of.reduce((sum, one) => sum + one.values, 0))
  return (
    <div className={classes.checks}>
      <b>{name}</b>
      <span>
        <QuantityName
          name={measurementNames(
            lists,
            of.map(one => one.measurement),
          ).join(', ')}
        />
      </span>
      <span className={classes.bars} role="img" aria-label={t('consent.days_bar', { name, ...days })}>
        {bars.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: days of one interval never change places
          <span key={index} style={{ height: `${Math.round((count / most) * 100)}%` }} />
        ))}
      </span>
      <span className={classes.line}>
        <span className="bm-small bm-muted">{days.from}</span>
        <span className="bm-small bm-muted">{days.until}</span>
      </span>
      <span className="bm-small">{t('consent.counts', { values, count: of.length })}</span>
    </div>
  )
}
