import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportColumn, ImportPlan, ImportPreview, PreviewRow } from '#shared/contract/measurements/imports.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'
import { unitsInto } from '#shared/rules/science/unit.ts'
import { dateTimeAt } from '#shared/rules/time/wall-clock.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import classes from './import.module.css'
import { Questions } from './questions.tsx'
import type { ImportWork } from './use-import.ts'

interface Props {
  work: ImportWork
  preview: ImportPreview
  plan: ImportPlan
  types: readonly MeasurementType[]
  placeZone: string
}

const TIMES = ['time', 'date', 'clock'] as const
const isTime = (role: ImportColumn['role']): boolean => (TIMES as readonly string[]).includes(role)

/** The place's zone, the same without clock changes, UTC, then all of them. */
const zonesOf = (placeZone: string): string[] => {
  const winter = new Date(Date.UTC(2025, 0, 1))
  const hours =
    (Date.parse(`${dateTimeAt(winter.getTime(), placeZone).replace(' ', 'T')}Z`) - winter.getTime()) / 3_600_000
  // POSIX counts the other way round: an hour ahead of UTC is GMT-1.
  const fixed = Number.isInteger(hours) && hours !== 0 ? [`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`] : []
  return [...new Set([placeZone, ...fixed, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

function Head({ index, ...props }: Props & { index: number }) {
  const { t } = useTranslation('import')
  const { plan, preview, types, work, placeZone } = props
  const column = plan.columns[index] ?? { role: 'skip' }
  const name = preview.names[index] || t('column', { number: index + 1 })
  const zones = useMemo(() => zonesOf(placeZone), [placeZone])
  const type = types.find(one => one.abbreviation === column.measurement)
  const data = [
    { value: 'skip', label: t('role.skip') },
    ...TIMES.map(role => ({ value: role, label: t(`role.${role}`) })),
    ...types.map(one => ({ value: `value ${one.abbreviation}`, label: `${one.name} (${one.abbreviation})` })),
  ]
  const choose = (value: string) => {
    const [role, measurement] = value.split(' ') as [ImportColumn['role'], string?]
    void work.changeColumn(index, measurement ? { role, measurement } : { role })
  }
  return (
    <th scope="col" data-role={column.role}>
      <span className={`bm-mono ${classes.name}`}>{name}</span>
      <Select
        aria-label={t('holds', { name })}
        searchable
        allowDeselect={false}
        data={data}
        value={column.role === 'value' ? `value ${column.measurement}` : column.role}
        onChange={value => value && choose(value)}
      />
      {type && (
        <Select
          aria-label={t('unit_of', { name })}
          allowDeselect={false}
          data={unitsInto(type.unit, type.abbreviation).map(unit => ({ value: unit, label: unit || t('no_unit') }))}
          value={column.unit ?? type.unit}
          onChange={unit =>
            void work.changeColumn(index, { ...column, unit: unit === type.unit ? null : unit, sure: true })
          }
        />
      )}
      {(column.role === 'time' || column.role === 'date') && !plan.time_form.startsWith('epoch') && (
        <Select
          aria-label={t('time_zone')}
          searchable
          allowDeselect={false}
          data={zones}
          value={plan.time_zone}
          onChange={time_zone => time_zone && void work.change({ time_zone })}
        />
      )}
    </th>
  )
}

function Cell({ row, index, ...props }: Props & { row: PreviewRow; index: number }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { plan, types } = props
  const { role = 'skip', measurement } = plan.columns[index] ?? {}
  const { sent = '', value = null, code = null } = row.cells[index] ?? {}
  const type = types.find(one => one.abbreviation === measurement)
  const time = row.time === null ? null : momentIn(row.time, plan.time_zone)
  const decimals = type ? Math.min(2, decimalsIn(value ?? 0)) : 0
  const [state, said] = isTime(role)
    ? row.code
      ? ['refused', t(`refusal.${row.code}`)]
      : [row.fold ? 'fold' : 'taken', row.fold ? t(`fold.${row.fold}`) : role === 'clock' ? '' : time]
    : role === 'skip'
      ? ['skip', '']
      : row.code
        ? ['gone', t('row_refused')]
        : code
          ? ['refused', t(`refusal.${code}`)]
          : value === null
            ? ['missing', t('missing')]
            : ['taken', format.value(value, decimals, type?.unit ?? '')]
  return (
    <td data-state={state}>
      <span className={`bm-mono ${classes.sent}`}>{sent}</span>
      <b>{said}</b>
    </td>
  )
}

/** Table of what is in each column, and what becomes of the first rows. */
export function Columns(props: Props) {
  const { t } = useTranslation('import')
  const { preview, plan, work } = props
  const columns = plan.columns.map((_, index) => index)
  return (
    <section className={`bm-card ${classes.card}`} aria-busy={work.doing === 'looking'}>
      <header className={classes.cardHead}>
        <h2>{t('columns_title')}</h2>
        <p className="bm-small bm-muted">{t('columns_help')}</p>
      </header>
      <Questions {...props} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('columns_title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(index => (
                <Head key={index} index={index} {...props} />
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(row => (
              <tr key={row.line} aria-label={t('line', { number: row.line })}>
                {columns.map(index => (
                  <Cell key={index} row={row} index={index} {...props} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
