import { useTranslation } from 'react-i18next'
import type { Calibration } from '#shared/contract/devices/calibrations.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { Note } from '../../ui/feedback/note.tsx'
import classes from './calibration.module.css'

interface Props {
  calibrations: readonly Calibration[]
  unit: string
  decimals: number
  zone: string
}

/** Every calibration of a measurement, the newest first; those taken back stay to be read. */
export function History({ calibrations, unit, decimals, zone }: Props) {
  const { t } = useTranslation(['calibration', 'form'])
  const format = useFormat()
  const undo = useApiMutation(api.undoCalibration, {
    refresh: [api.listCalibrations, api.getSeries, api.getLast, api.listLast],
  })
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('history')}</h2>
      {calibrations.length === 0 && <p className="bm-muted">{t('no_history')}</p>}
      <ul className={classes.history}>
        {calibrations.map(one => (
          <li key={one.id} data-undone={one.undone_at !== null || undefined}>
            <i className={classes.mark} aria-hidden="true" />
            <span className={classes.entry}>
              <b className="bm-nowrap">{momentIn(one.valid_from, zone)}</b>
              <span className={classes.signed}>
                {one.offset > 0 ? '+' : ''}
                {format.difference(one.offset, Math.max(1, decimals), unit)}
              </span>
              <span className="bm-small bm-muted">
                {[
                  t(`made.${one.method}`, { count: one.references.length, device: one.reference_device_name ?? '' }),
                  one.created_by,
                  one.undone_at && t('undone', { time: momentIn(one.undone_at, zone) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            {one.may.includes('delete') && (
              <button
                type="button"
                className={`bm-link ${classes.undo}`}
                disabled={undo.isPending}
                aria-label={t('undo_named', { time: momentIn(one.valid_from, zone) })}
                onClick={() => undo.mutate({ params: { id: one.id } })}
              >
                {t('undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {undo.error && <Note status="act_now">{undo.error.message || t('form:no_answer')}</Note>}
    </section>
  )
}
