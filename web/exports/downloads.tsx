import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Download } from '#shared/contract/measurements/exports.ts'
import { queryOf } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { dayIn, momentIn } from '../kit/language/viewer-formats.ts'
import { ExportCard } from './card.tsx'
import classes from './exports.module.css'

const SHOWN = 3

/** People who took readings of one's own devices out; not there while nobody did. */
export function Downloads() {
  const { t } = useTranslation('exports')
  const { time_zone } = useUser()
  const { data: all = [] } = useQuery(queryOf(api.listDownloads, {}))
  if (all.length === 0) return null
  const rows = (some: readonly Download[]) => some.map(one => <Row key={one.id} one={one} timeZone={time_zone} />)
  return (
    <ExportCard title={t('downloads.title')} note={t('downloads.count', { count: all.length })}>
      <ul className={classes.kept}>{rows(all.slice(0, SHOWN))}</ul>
      {all.length > SHOWN && (
        <details className={classes.more}>
          <summary>{t('downloads.more', { count: all.length - SHOWN })}</summary>
          <ul className={classes.kept}>{rows(all.slice(SHOWN))}</ul>
        </details>
      )}
    </ExportCard>
  )
}

function Row({ one, timeZone }: { one: Download; timeZone: string }) {
  const { t } = useTranslation('exports')
  const day = (time: string) => dayIn(time, timeZone)
  return (
    <li className={classes.download}>
      <span>
        <b>{one.downloaded_by ?? t('downloads.somebody')}</b> {momentIn(one.at, timeZone)}
      </span>
      <small>
        {one.names.join(', ')} · {one.measurements.join(', ')} · {day(one.from)} – {day(one.until)} ·{' '}
        {t(`format.${one.format}`)}
      </small>
    </li>
  )
}
