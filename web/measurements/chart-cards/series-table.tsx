import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn, momentIn, shortMomentIn } from '../../kit/language/viewer-formats.ts'
import { serverNow } from '../../kit/time/now.ts'
import classes from '../page/data.module.css'
import { whichOf } from '../period/wall-clock.ts'
import { useWhy } from '../why/why.tsx'
import type { Chart } from './groups.ts'

/** The numbers of a chart: what the drawing shows, for reading and for who can't see it. Steps without readings say so. */
export function SeriesTable({ chart, frame }: { chart: Chart; frame: SeriesAnswer }) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const phone = usePhone()
  const ask = useWhy()
  const { decimals, unit } = chart.measured[0].quantity
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.figure(value, decimals, unit)
  // Time without the year on a phone, so that all columns have room; a day needs no clock.
  const timeOf = (time: number) =>
    frame.step_seconds >= 86_400
      ? dayIn(time, frame.time_zone)
      : (phone ? shortMomentIn : momentIn)(time, frame.time_zone) + whichOf(time, frame.time_zone)
  const steps = frame.time.map((time, index) => ({ time, index })).filter(({ time }) => time <= serverNow())
  return (
    <div className={classes.table}>
      {chart.measured.map(definition => {
        const series = frame.series[definition.type.abbreviation]
        return (
          <Table key={definition.type.abbreviation} stickyHeader>
            <Table.Caption>{`${definition.type.name}, ${frame.time_zone}`}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('time')}</Table.Th>
                <Table.Th>{t('min')}</Table.Th>
                <Table.Th>{t('mean')}</Table.Th>
                <Table.Th>{t('max')}</Table.Th>
                <Table.Th>{t('readings')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.toReversed().map(({ time, index }) => (
                <Table.Tr key={time}>
                  <Table.Th scope="row">{timeOf(time)}</Table.Th>
                  <Table.Td>{number(series?.min[index])}</Table.Td>
                  <Table.Td>
                    {ask && series?.count[index] ? (
                      <button
                        type="button"
                        className="bm-link"
                        aria-label={t('why_ask', { name: `${timeOf(time)}, ${number(series.mean[index])}` })}
                        onClick={() => ask({ definition, from: time, until: time + frame.step_seconds * 1000 })}
                      >
                        {number(series.mean[index])}
                      </button>
                    ) : (
                      number(series?.mean[index])
                    )}
                  </Table.Td>
                  <Table.Td>{number(series?.max[index])}</Table.Td>
                  <Table.Td>{format.number(series?.count[index] ?? 0, 0)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )
      })}
    </div>
  )
}
