import { Select } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useChangeSearch, useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { type Chart, chartsOf, type Lists } from '../chart-cards/groups.ts'
import { calibrationScreen } from '../screens.ts'
import type { SpanName } from './before-after.tsx'
import { Calibrate } from './calibrate.tsx'
import classes from './calibration.module.css'

const DAYS: Record<SpanName, number> = { day: 1, two_days: 2, week: 7 }
const MINUTE_5 = 300_000

/** Battery, signal and what somebody wants are not calibrated. */
const NOT_MEASURED = ['battery', 'bat_volt', 'rssi', 'snr']

const useRead = (device_id: number) =>
  useQueries({
    queries: [
      queryOf(api.listSensors, {}),
      { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY },
      queryOf(api.listCalibrations, { query: { device_id } }),
    ],
    combine: ([devices, lists, calibrations]) => ({
      failure: [devices, lists, calibrations].find(({ error }) => error)?.error,
      read:
        devices.data && lists.data && calibrations.data
          ? { devices: devices.data, lists: lists.data, calibrations: calibrations.data }
          : undefined,
      retry: () => void Promise.all([devices.refetch(), lists.refetch(), calibrations.refetch()]),
    }),
  })

const useRaw = (deviceId: number, span: SpanName) => {
  // Held while the page is open: a chart that moves on under the hand cannot be worked on.
  const [until] = useState(() => Math.ceil(serverNow() / MINUTE_5) * MINUTE_5)
  const iso = (time: number) => new Date(time).toISOString()
  return useQuery(
    queryOf(api.getSeries, {
      query: {
        device_id: deviceId,
        interval: 'selection',
        date_start: iso(until - DAYS[span] * DAY_MS),
        date_end: iso(until),
        raw: '1',
      },
    }),
  )
}

/** Charts, one for each measurement that can be calibrated, in the order of the taxonomy. */
const eachMeasurement = (charts: readonly Chart[]): Chart[] =>
  charts.flatMap(chart =>
    chart.measured
      .filter(({ type }) => !NOT_MEASURED.includes(type.abbreviation))
      .map(known => ({ ...chart, id: known.type.abbreviation, measured: [known], setPoints: [], part: null })),
  )

function Choice({ charts, chosen }: { charts: readonly Chart[]; chosen: Chart }) {
  const { t } = useTranslation('calibration')
  const changeSearch = useChangeSearch(calibrationScreen)
  const phone = usePhone()
  const choose = (key: string | null) => void changeSearch({ key })
  const data = charts.map(({ id, measured: [{ type }] }) => ({ value: id, label: type.name }))
  if (phone || charts.length > 6)
    return (
      <Select
        size="md"
        allowDeselect={false}
        label={t('measurement')}
        data={data}
        value={chosen.id}
        onChange={choose}
      />
    )
  return (
    <Segments
      aria-label={t('measurement')}
      value={chosen.id}
      onChange={choose}
      data={data.map(({ value, label }) => ({ value, label: <QuantityName name={label} /> }))}
    />
  )
}

function OfDevice({ device, read }: { device: Device; read: NonNullable<ReturnType<typeof useRead>['read']> }) {
  const { t } = useTranslation('calibration')
  const { key } = useScreenSearch(calibrationScreen)
  const [span, setSpan] = useState<SpanName>('two_days')
  const { data: raw, error, refetch } = useRaw(device.id, span)
  usePageName(device.name, t('title'))
  if (!raw) return error ? <ReadFailed failure={error} onRetry={() => void refetch()} /> : <PageLoading />
  const charts = eachMeasurement(chartsOf(raw, device.placement?.area_type_id, read.lists as Lists))
  const chosen = charts.find(({ id }) => id === key) ?? charts[0]
  if (!chosen) return <EmptyState title={t('nothing_title')} text={t('nothing_text')} />
  const [{ type }] = chosen.measured
  const place = [device.name, device.placement?.area_name].filter(Boolean).join(', ')
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>
            {t('heading')} <QuantityName name={type.name} />
          </PageHeading>
          <p className="bm-muted">{place}</p>
        </div>
        <Choice charts={charts} chosen={chosen} />
      </header>
      <Calibrate
        key={chosen.id}
        chart={chosen}
        devices={read.devices}
        calibrations={read.calibrations}
        {...{ device, raw, span }}
        onSpan={setSpan}
      />
    </div>
  )
}

export default function CalibrationPage() {
  const { id } = useScreenParams(calibrationScreen)
  const { read, failure, retry } = useRead(id)
  if (failure instanceof CallFailed && [404, 422].includes(failure.status)) return <NotFound resource="device" />
  if (!read) return failure ? <ReadFailed failure={failure} onRetry={retry} /> : <PageLoading />
  const device = read.devices.find(one => one.id === id)
  return device ? <OfDevice device={device} read={read} /> : <NotFound resource="device" />
}
