import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { type AreaDeviceState, shownStatus, statusWordKey } from '#shared/rules/locations/area-state.ts'
import type { PeriodMean } from '#shared/rules/science/period-means.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { ExplainedGrade } from '../../help/grade/explained-grade.tsx'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { Dial } from '../../ui/data-display/dial.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { DeviceSigns } from '../../ui/icons/device-icons.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { Air } from '../chart-cards/air.tsx'
import { readingInterval } from '../chart-cards/chart-head.tsx'
import type { Lists } from '../chart-cards/groups.ts'
import classes from '../page/data.module.css'
import { beforeAt, type DialValue, dialMeans, dialValues, endsOf } from '../page/dial-values.ts'
import { AskWhy } from '../why/ask-why.tsx'
import own from './dials.module.css'

interface Props {
  /** True while it measures now; else there are only means. */
  running: boolean
  last: LastValues
  state: AreaDeviceState
  areaTypeId: number | undefined
  /** Device whose icons are shown; undefined of a placement that is over. */
  device: Device | undefined
  /** Name of the period that the brass hands are of beside what is now; means are beside those of the previous period. */
  beforeName: string
  lists: Lists
  frame: SeriesAnswer | undefined
  now: number
  timeZone: string
}

function Age({ state, now, timeZone }: Pick<Props, 'state' | 'now' | 'timeZone'>) {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const { lastTime } = state
  if (!lastTime) return t('no_values')
  if (freshnessOf(lastTime, now) !== 'gone') return format.age(lastTime, now)
  return t('silent_since', { time: momentIn(lastTime, timeZone) })
}

function Overall({ state, device, now, timeZone }: Pick<Props, 'state' | 'device' | 'now' | 'timeZone'>) {
  const { t } = useTranslation(['measurements', 'ui'])
  const { finding, grade } = state
  const status = shownStatus(state)
  return (
    <div className={classes.overall}>
      <ExplainedGrade grade={grade} status={status} size={72} />
      <div>
        <StatusWord
          status={status}
          word={
            status === 'pending'
              ? t('waiting.title')
              : t(`ui:status.${finding && status !== 'stale' ? statusWordKey(finding) : status}`)
          }
        />
        {finding && (
          <p className={classes.small}>
            <QuantityName name={t('sets_grade', { quantity: finding.name })} />
          </p>
        )}
        <p className={classes.small}>
          <Age state={state} now={now} timeZone={timeZone} />
        </p>
        {device && (
          <p className={own.sent}>
            <DeviceSigns device={device} />
          </p>
        )}
      </div>
    </div>
  )
}

function OneDial({
  dial: { definition, last, status },
  frame,
  now,
}: { dial: DialValue } & Pick<Props, 'frame' | 'now'>) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const isDesktop = useIsDesktop()
  const { quantity, edges, type } = definition
  const stale = last && freshnessOf(last.time, now) === 'stale'
  return (
    <Dial
      label={type.name}
      unit={quantity.unit}
      value={last?.value ?? null}
      before={beforeAt(frame, type.abbreviation, last?.time)}
      {...endsOf(definition, last?.value ?? null)}
      low={edges?.low_value ?? null}
      high={edges?.high_value ?? null}
      limit={edges?.limit_value ?? null}
      status={status}
      word={status ? t(`status.${statusWordKey({ status, quantity: quantity.abbreviation })}`) : undefined}
      decimals={quantity.decimals}
      age={stale ? format.age(last.time, now) : undefined}
      size={isDesktop ? 100 : 106}
    />
  )
}

function MeanDial({ dial: { definition, low, mean, high, before, status } }: { dial: PeriodMean }) {
  const { t } = useTranslation(['measurements', 'ui'])
  const format = useFormat()
  const isDesktop = useIsDesktop()
  const { quantity, edges, type } = definition
  const number = (value: number) => format.figure(value, quantity.decimals, quantity.unit)
  const range = format.differenceFigure(high - low, quantity.decimals, quantity.unit)
  return (
    <>
      <Dial
        label={type.name}
        unit={quantity.unit}
        value={mean}
        before={before}
        {...endsOf(definition, mean)}
        low={edges?.low_value ?? null}
        high={edges?.high_value ?? null}
        limit={edges?.limit_value ?? null}
        status={status}
        word={status ? t(`ui:status.${statusWordKey({ status, quantity: quantity.abbreviation })}`) : undefined}
        decimals={quantity.decimals}
        size={isDesktop ? 100 : 106}
      />
      <p className={own.extent}>
        <span className="bm-hidden">{t('extent', { low: number(low), range, high: number(high) })}</span>
        <span aria-hidden="true">
          {number(low)} <i>Δ {range}</i> {number(high)}
        </span>
      </p>
    </>
  )
}

const MODES = ['now', 'mean'] as const
type Mode = (typeof MODES)[number]

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTranslation('measurements')
  return (
    <Segments
      aria-label={t('dials')}
      className={own.mode}
      size="xs"
      value={mode}
      onChange={onChange}
      data={MODES.map(value => ({ value, label: t(`mode.${value}`) }))}
    />
  )
}

interface KeysProps {
  species: string | undefined
  mode: Mode
  /** Name of the period of the brass hand; null where no dial has one. */
  before: string | null
}

function Keys({ species, mode, before }: KeysProps) {
  const { t } = useTranslation('measurements')
  return (
    <ul className={classes.keys}>
      <li>
        <i className={classes.keyNow} /> {t(`key.${mode}`)}
      </li>
      {before && (
        <li>
          <i className={classes.keyBefore} /> {before}
        </li>
      )}
      <li>
        <i className={classes.keyComfort} /> {species ? t('key.comfort_of', { species }) : t('key.comfort')}
      </li>
      <li>
        <i className={classes.keyLimit} /> {t('key.limit')}
      </li>
    </ul>
  )
}

/**
 * Dials of what a device says now, or said on average in the period: the grade of its area, and a dial for each
 * measurement that has one.
 */
export const Dials = memo(function Dials({
  running,
  device,
  beforeName,
  last,
  state,
  areaTypeId,
  lists,
  frame,
  now,
  timeZone,
}: Props) {
  const { t } = useTranslation('measurements')
  const isDesktop = useIsDesktop()
  const [chosen, setMode] = useState<Mode>('now')
  const mode = running ? chosen : 'mean'
  const area = lists.area_types.find(({ id }) => id === areaTypeId)
  const values = mode === 'now' ? dialValues(last, areaTypeId, lists, now) : []
  const means = mode === 'mean' && frame ? dialMeans(frame, areaTypeId, lists) : []
  // A hand that no dial has is not explained.
  const hasBefore =
    values.some(({ definition, last }) => beforeAt(frame, definition.type.abbreviation, last?.time) !== null) ||
    means.some(one => one.before !== null)
  // The mean is of the whole period: its hand is that of the one before, at no hour of its own.
  const before = hasBefore ? (mode === 'mean' ? t('key.before') : beforeName) : null
  return (
    <section className={`bm-card ${classes.dials}`} aria-label={t(`mode.${mode}`)}>
      {isDesktop && running && <Overall state={state} device={device} now={now} timeZone={timeZone} />}
      {!isDesktop && (
        <header className={classes.dialsHead}>
          <h2>
            {t(`mode.${mode}`)}{' '}
            {running && (
              <span className={classes.small}>
                <Age state={state} now={now} timeZone={timeZone} />
              </span>
            )}
          </h2>
          {running && <ModeChoice mode={mode} onChange={setMode} />}
        </header>
      )}
      <ul className={classes.dialList}>
        {values.map(one => (
          <li key={one.definition.type.abbreviation}>
            <AskWhy question={one.last && { definition: one.definition, ...readingInterval(one.last.time) }}>
              <OneDial dial={one} frame={frame} now={now} />
            </AskWhy>
          </li>
        ))}
        {means.map(one => (
          <li key={one.definition.type.abbreviation}>
            <AskWhy
              question={
                frame
                  ? { definition: one.definition, from: Date.parse(frame.from), until: Date.parse(frame.until) }
                  : null
              }
            >
              <MeanDial dial={one} />
            </AskWhy>
          </li>
        ))}
      </ul>
      {isDesktop && (
        <div className={own.dialsSide}>
          {running && <ModeChoice mode={mode} onChange={setMode} />}
          <Keys species={area?.name} mode={mode} before={before} />
        </div>
      )}
      {!isDesktop && (
        <p className={classes.keysShort}>
          <i className={classes.keyNow} /> {t(`key.${mode}`)}{' '}
          {before && (
            <>
              <i className={classes.keyBefore} /> {before}
            </>
          )}
        </p>
      )}
      {mode === 'now' && <Air last={last} areaType={area?.key} now={now} />}
    </section>
  )
})
