import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MAX_READINGS, type Why } from '#shared/contract/measurements/why.ts'
import { useFormat } from '../../kit/language/format.ts'
import { secondIn } from '../../kit/language/viewer-formats.ts'
import classes from './why.module.css'

/** The readings behind a value, one by one. */
export function WhyReadings({ why, decimals }: { why: Why; decimals: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const calibrated = why.calibrations.length > 0
  const number = (value: number) => format.figure(value, Math.max(decimals, 2), why.unit)
  return (
    <details className={classes.readings}>
      <summary>
        {why.readings.length < MAX_READINGS
          ? t('readings', { count: why.readings.length })
          : t('newest', { count: why.readings.length })}
      </summary>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('time')}</Table.Th>
            <Table.Th>{t('measured')}</Table.Th>
            {calibrated && <Table.Th>{t('shown')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {why.readings.map(({ device_id, time, raw, value }) => (
            <Table.Tr key={`${device_id} ${time}`}>
              <Table.Th scope="row">{secondIn(time, why.time_zone)}</Table.Th>
              <Table.Td>{number(raw)}</Table.Td>
              {calibrated && <Table.Td>{number(value)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
