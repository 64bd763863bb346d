import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { PeriodControl } from '../period/use-period.ts'

/** The server refused: nothing of the period is the caller's to see. */
export function OutsidePeriod({ period }: { period: PeriodControl }) {
  const { t } = useTranslation('measurements')
  return <EmptyState title={t('outside_title')} text={t('outside_text')} action={<Elsewhere period={period} />} />
}

/** A period without a single reading: it lies ahead, or nothing was sent. */
export function EmptyPeriod({ period, from, now }: { period: PeriodControl; from: string; now: number }) {
  const { t } = useTranslation('measurements')
  const kind = Date.parse(from) > now ? 'future' : 'nothing'
  return <EmptyState title={t(`${kind}_title`)} text={t(`${kind}_text`)} action={<Elsewhere period={period} />} />
}

/** The nearest period where something is likely: the one that is shown closer, the present, else the whole year. */
function Elsewhere({ period }: { period: PeriodControl }) {
  const { t } = useTranslation('measurements')
  const { interval, index } = period.choice
  if (period.zoomed) return <Button onClick={period.unzoom}>{t('zoom_reset')}</Button>
  if (interval === 'selection' || interval === 'research')
    return <Button onClick={() => period.setInterval('day')}>{t('to_present')}</Button>
  if (index > 0) return <Button onClick={period.toNow}>{t('to_present')}</Button>
  return interval === 'year' ? null : <Button onClick={() => period.setInterval('year')}>{t('show_year')}</Button>
}
