import { useTranslation } from 'react-i18next'
import type { ImportCounts, ImportPlan, ImportPreview } from '#shared/contract/measurements/imports.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import type { Status } from '../../ui/status/status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './import.module.css'

const PARTS: { part: 'added' | 'replaced' | 'doubled' | 'missing' | 'refused'; shape: Status }[] = [
  { part: 'added', shape: 'good' },
  { part: 'replaced', shape: 'on_it' },
  { part: 'doubled', shape: 'on_it' },
  { part: 'missing', shape: 'no_data' },
  { part: 'refused', shape: 'act_now' },
]

function Bar({ counts }: { counts: ImportCounts }) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {PARTS.filter(({ part }) => counts[part] > 0).map(({ part }) => (
        <i key={part} data-part={part} style={{ flexGrow: counts[part] }} />
      ))}
    </div>
  )
}

function Refusals({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const nameOf = (column: number | null) =>
    column === null ? t('whole_row') : preview.names[column] || t('column', { number: column + 1 })
  return (
    <table className={classes.refusals}>
      <thead>
        <tr>
          <th scope="col">{t('head.column')}</th>
          <th scope="col">{t('head.sent')}</th>
          <th scope="col">{t('head.why')}</th>
          <th scope="col">{t('head.lines')}</th>
          <th scope="col">{t('head.values')}</th>
        </tr>
      </thead>
      <tbody>
        {preview.refusals.map(({ column, code, values, lines, sample }) => (
          <tr key={`${column} ${code}`}>
            <td className="bm-mono">{nameOf(column)}</td>
            <td className={`bm-mono ${classes.bad}`}>{sample}</td>
            <td>
              {t(`refusal.${code}`)}
              {code === 'no_such_time' && <span className="bm-small bm-muted"> {t('no_such_time_help')}</span>}
            </td>
            <td className="bm-num">
              {lines.map(line => format.number(line)).join(', ')}
              {lines.length < values && column !== null ? ' …' : ''}
            </td>
            <td className="bm-num">{format.number(values)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Check of what becomes of all values of the file, and why some are refused. */
export function Check({ preview, plan }: { preview: ImportPreview; plan: ImportPlan }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { counts } = preview
  const all = counts.added + counts.replaced + counts.doubled + counts.missing + counts.refused
  const part = (name: (typeof PARTS)[number]['part']) => (name === 'replaced' && !plan.replace ? 'kept' : name)
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.cardHead}>
        <h2>{t('check_title')}</h2>
        <p className="bm-small bm-muted">
          {t('values', { count: all, number: format.number(all) })}
          {counts.from &&
            counts.until &&
            `, ${t('period', { from: momentIn(counts.from, plan.time_zone), until: momentIn(counts.until, plan.time_zone), zone: plan.time_zone })}`}
        </p>
      </header>
      <Bar counts={counts} />
      <ul className={classes.counts}>
        {PARTS.filter(({ part: name }) => name !== 'doubled' || counts.doubled > 0).map(({ part: name, shape }) => (
          <li key={name}>
            <StatusShape status={shape} size={18} />
            <b className="bm-num">{format.number(counts[name])}</b> {t(`count.${part(name)}`)}
          </li>
        ))}
      </ul>
      {preview.refusals.length > 0 && (
        <div className={classes.scroll}>
          <Refusals preview={preview} />
        </div>
      )}
      {preview.doubled_rows > 0 && (
        <p className="bm-small">
          {t('doubled', { count: preview.doubled_rows, number: format.number(preview.doubled_rows) })}
        </p>
      )}
    </section>
  )
}
