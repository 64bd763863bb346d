import { Select } from '@mantine/core'
import { notFound } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calibration } from '#shared/contract/devices/calibrations.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { isCalibrated } from '#shared/rules/data-quality/calibration.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useRead, useReads } from '../../kit/api/query.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useChangeSearch, useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { type Chart, chartsOf } from '../chart-cards/groups.ts'
import { calibrationScreen } from '../screens.ts'
import type { SpanName } from './before-after.tsx'
import { Calibrate } from './calibrate.tsx'
import classes from './calibration.module.css'

const DAYS: Record<SpanName, number> = { day: 1, two_days: 2, week: 7 }
const MINUTE_5 = 300_000

const readsOf = (id: string | number | undefined) =>
  [queryOf(api.listSensors, {}), LISTS, queryOf(api.listCalibrations, { query: { device_id: Number(id) } })] as const

const useRaw = (deviceId: number, span: SpanName) => {
  // The period stays the same while the page is open: a chart that moves on under the hand cannot be worked on.
  const [until] = useState(() => Math.ceil(serverNow() / MINUTE_5) * MINUTE_5)
  const iso = (time: number) => new Date(time).toISOString()
  return useRead(
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
      .filter(({ type }) => isCalibrated(type.abbreviation))
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

interface CalibrationLists {
  devices: readonly Device[]
  lists: TaxonomyLists
  calibrations: readonly Calibration[]
}

function OfDevice({ device, read }: { device: Device; read: CalibrationLists }) {
  const { t } = useTranslation('calibration')
  const { key } = useScreenSearch(calibrationScreen)
  const [span, setSpan] = useState<SpanName>('two_days')
  // The curve of before stays until the other one has come.
  const raw = useRaw(device.id, useDeferredValue(span))
  usePageName(device.name, t('title'))
  const charts = eachMeasurement(chartsOf(raw, device.placement?.area_type_id, read.lists))
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

export const reads = ({ params: { id } }: PageAddress) => readsOf(id)

export default function CalibrationPage() {
  const { id } = useScreenParams(calibrationScreen)
  const [devices, lists, calibrations] = useReads(readsOf(id))
  const device = devices.find(one => one.id === id)
  if (!device) throw notFound()
  return (
    <ReadBoundary waiting={<PageLoading />}>
      <OfDevice device={device} read={{ devices, lists, calibrations }} />
    </ReadBoundary>
  )
}
