import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calibration } from '#shared/contract/devices/calibrations.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { gradeOf } from '#shared/rules/science/grade.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDateTime } from '../../kit/language/viewer-formats.ts'
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import type { Chart } from '../chart-cards/groups.ts'
import { BeforeAfter, type SpanName } from './before-after.tsx'
import classes from './calibration.module.css'
import { columnFiguresOf, correctedColumns, withDraft } from './changes.ts'
import { History } from './history.tsx'
import { MethodChoice } from './method-choice.tsx'
import { ReferenceRows } from './reference-rows.tsx'
import { useCalibrationDraft } from './use-draft.ts'
import { WhatChanges } from './what-changes.tsx'

interface Props {
  device: Device
  devices: readonly Device[]
  chart: Chart
  /** Readings as measured. */
  raw: SeriesAnswer
  calibrations: readonly Calibration[]
  span: SpanName
  onSpan: (span: SpanName) => void
}

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

/** The values as they read now and as they would. */
const useColumns = (
  { device, chart, raw, calibrations }: Props,
  draft: { valid_from: string; offset: number } | null,
) => {
  const [{ type }] = chart.measured
  return useMemo(() => {
    const measurement = type.abbreviation
    const of = { deviceId: device.id, measurement }
    const held = calibrations.filter(one => one.undone_at === null && one.measurement === measurement).toReversed()
    const column = raw.series[measurement]
    if (!column) return null
    const now = correctedColumns(column, raw.time, withDraft(held, null), of)
    const wanted = draft && { ...draft, device_id: device.id, measurement }
    const then = wanted ? correctedColumns(column, raw.time, withDraft(held, wanted), of) : now
    const frame = {
      ...raw,
      series: { [measurement]: then },
      compare: { ...raw, series: { [measurement]: now } },
    } satisfies SeriesAnswer
    return { now, then, frame }
  }, [device.id, type, raw, calibrations, draft])
}

/** Calibrating one measurement: chart, what it is set to, references, what changes and what was before. */
export function Calibrate(props: Props) {
  const { t } = useTranslation(['calibration', 'ui'])
  const format = useFormat()
  const { device, devices, chart, raw, calibrations, span, onSpan } = props
  const [{ type, quantity, edges, group }] = chart.measured
  const zone = raw.time_zone
  const [done, setDone] = useState(false)
  const draft = useCalibrationDraft(
    { deviceId: device.id, measurement: type.abbreviation, unit: quantity.unit, zone },
    () => setDone(true),
  )
  const { form, preview, errorAt, failure, busy, onSubmit, unsaved } = draft
  const validFrom = instantOf(form.values.valid_from, zone) || new Date(serverNow()).toISOString()
  const offset = preview?.offset
  const wanted = useMemo(() => (offset === undefined ? null : { valid_from: validFrom, offset }), [validFrom, offset])
  const columns = useColumns(props, wanted)
  const limit = edges?.limit_value ?? null
  const figures = (which: 'now' | 'then') => {
    const found = columnFiguresOf(raw, columns?.[which] ?? EMPTY, Date.parse(validFrom), limit)
    return { ...found, grade: edges ? gradeOf(found.last, edges, group) : null }
  }
  const others = devices
    .filter(({ id }) => id !== device.id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <form className={classes.columns} onSubmit={onSubmit} noValidate>
      <div className={classes.main}>
        {columns && (
          <BeforeAfter
            {...{ chart, span, onSpan }}
            frame={columns.frame}
            references={preview?.references ?? []}
            validFrom={Date.parse(validFrom)}
            validFromText={shownDateTime(form.values.valid_from.slice(0, 16))}
            onMove={at => form.setFieldValue('valid_from', fieldOf(at, zone))}
          />
        )}
        <MethodChoice
          chosen={form.values.method}
          error={errorAt('method')}
          onChoose={method => form.setFieldValue('method', method)}
        />
        <ReferenceRows draft={draft} unit={quantity.unit} decimals={quantity.decimals} zone={zone} others={others} />
      </div>
      <div className={classes.side}>
        <section className={`bm-card ${classes.card}`}>
          <p className="bm-muted">{t('offset')}</p>
          <p className={classes.figure}>
            {offset === undefined
              ? '–'
              : signed(format.differenceFigure(offset, Math.max(1, quantity.decimals), quantity.unit), offset)}
            <span>{format.unit(quantity.unit)}</span>
          </p>
          <DateTimeField
            zone={zone}
            label={t('valid_from')}
            description={t('until_next')}
            {...form.getInputProps('valid_from')}
            error={errorAt('valid_from')}
          />
          {failure && <Note status="act_now">{failure}</Note>}
          {done && !unsaved && <Note status="good">{t('applied')}</Note>}
          <Button
            type="submit"
            loading={busy}
            disabled={offset === undefined}
            leftSection={<IconCheck size={20} stroke={2} />}
          >
            {t('apply')}
          </Button>
          {offset === undefined && <p className="bm-small bm-muted">{t('incomplete')}</p>}
        </section>
        {wanted && (
          <WhatChanges
            before={figures('now')}
            after={figures('then')}
            unit={quantity.unit}
            decimals={quantity.decimals}
            limit={limit}
          />
        )}
        <History
          calibrations={calibrations.filter(one => one.measurement === type.abbreviation)}
          unit={quantity.unit}
          decimals={quantity.decimals}
          zone={zone}
        />
      </div>
      <LeaveGuard when={unsaved} />
    </form>
  )
}

const EMPTY = { unit: '', min: [], mean: [], max: [], count: [], interval_seconds: null, coverage: 0 }
