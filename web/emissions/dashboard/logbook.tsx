import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LogbookEntry, MAX_LOGBOOK_ENTRIES, MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { useUser } from '../../kit/api/session.ts'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import classes from './emission.module.css'

const FIRST = 3

interface Props {
  query: UseQueryResult<LogbookEntry[]>
  /** Names and units of measurements. */
  measurements: readonly MeasurementType[]
}

/** Calibrations, measurements by hand, silences, doubtful readings and changed settings, the newest first. */
export function Logbook({ query, measurements }: Props) {
  const { t } = useTranslation('emission')
  const format = useFormat()
  const { time_zone } = useUser()
  const [all, setAll] = useState(false)
  const kept = query.data ?? []
  const entries = kept.filter(({ kind }) => kind !== 'manual_cut')
  const isManualCut = entries.length < kept.length
  const wordsOf = ({ kind, area_name, device_name, measurement, value, length }: LogbookEntry): string => {
    const type = measurements.find(({ abbreviation }) => abbreviation === measurement)
    const said = value === null ? '' : format.value(value, 2, type?.unit ?? '').trim()
    return t(`logbook.${kind}`, {
      area: area_name,
      device: device_name ?? '',
      measurement: type?.name ?? measurement ?? '',
      value: value !== null && value > 0 && kind !== 'manual' ? `+${said}` : said,
      length: length === null ? '' : format.number(length, 0),
    })
  }
  return (
    <section className={`bm-card ${classes.logbook}`} aria-labelledby="emission-logbook">
      <div className={classes.head}>
        <h2 id="emission-logbook">{t('logbook.title')}</h2>
        <span className="bm-grow" />
        {entries.length > FIRST && (
          <button type="button" className="bm-link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('logbook.fewer') : t('logbook.all', { count: entries.length })}
          </button>
        )}
      </div>
      <QueryFailed query={query} />
      {query.isPending && <PartLoading />}
      {query.data && entries.length === 0 && <p className="bm-muted">{t('logbook.none')}</p>}
      <ul>
        {entries.slice(0, all ? entries.length : FIRST).map(entry => (
          <li
            key={`${entry.at} ${entry.kind} ${entry.area_id} ${entry.device_name} ${entry.measurement} ${entry.value}`}
          >
            <time dateTime={entry.at} className="bm-num bm-muted">
              {dayIn(entry.at, time_zone)}
            </time>
            <i data-kind={entry.kind} aria-hidden="true" />
            <span>{wordsOf(entry)}</span>
          </li>
        ))}
      </ul>
      {all && isManualCut && (
        <p className="bm-small bm-muted">{t('logbook.manual_cut', { count: MAX_MANUAL_ENTRIES })}</p>
      )}
      {all && kept.length === MAX_LOGBOOK_ENTRIES && (
        <p className="bm-small bm-muted">{t('logbook.cut', { count: MAX_LOGBOOK_ENTRIES })}</p>
      )}
    </section>
  )
}
