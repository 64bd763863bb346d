import { useTranslation } from 'react-i18next'
import type { ExportFormat, ExportPreview } from '#shared/contract/measurements/exports.ts'
import { csvCell } from '#shared/rules/formats/csv.ts'
import classes from './exports.module.css'
import type { ExportLists } from './queries.ts'

interface Props {
  format: ExportFormat
  /** Sign between the cells of a line. */
  separator: string
  preview: ExportPreview
  lists: ExportLists['lists']
}

/** Cells before the values: time, device, name, location, area. */
const PLACE = 5

/** Text of a frame of a JSON file, with as many steps as there are lines. */
export const frameText = (
  { head: [names = [], ...rows], step_seconds, time_zone }: ExportPreview,
  unitOf: (key: string) => string,
): string => {
  const column = (index: number) => rows.map(row => (row[index] ? Number(row[index]) : null))
  const text = (value: unknown) => JSON.stringify(value)
  const places = names.slice(1, PLACE).map((name, index) => `${text(name)}: ${text(rows[0]?.[index + 1] ?? '')}`)
  const series = names
    .slice(PLACE)
    .map(
      (key, index) =>
        `    ${text(key)}: ${text({ unit: unitOf(key), [step_seconds ? 'mean' : 'value']: column(PLACE + index) })}`,
    )
  return `{\n  ${[...places, `"time_zone": ${text(time_zone)}`].join(', ')},\n  "time": ${text(column(0))},\n  "series": {\n${series.join(',\n')}\n  }\n}`
}

/** Words may need quotes, and so do numbers whose decimal sign stands between the cells. */
const csvLine = (row: readonly string[], separator: string): string =>
  row
    .map((cell, index) => (index < PLACE ? csvCell(cell, separator) : cell.includes(separator) ? `"${cell}"` : cell))
    .join(separator)

/** The first lines as the file has them: text as text, tables as a table. */
export function FileHead({ format, separator, preview, lists }: Props) {
  const { t } = useTranslation('exports')
  const [head = [], ...rows] = preview.head
  if (rows.length === 0) return <p className="bm-muted">{t('nothing_there')}</p>
  const unitOf = (key: string) => lists.measurement_types.find(type => type.abbreviation === key)?.unit ?? ''
  const isText = format === 'csv' || format === 'json'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than its box is reached by keys
    <section className={classes.fileHead} tabIndex={0} aria-label={t('begins')}>
      {isText && (
        <pre>
          {format === 'json' ? frameText(preview, unitOf) : preview.head.map(row => csvLine(row, separator)).join('\n')}
        </pre>
      )}
      {!isText && (
        <table>
          <thead>
            <tr>
              {head.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.join()}>
                {head.map((name, index) => (
                  <td key={name}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
