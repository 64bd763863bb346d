import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Why } from '#shared/contract/measurements/why.ts'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import type { MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { MINUTE_S } from '#shared/rules/time/units.ts'
import { useFormat } from '../../kit/language/format.ts'
import { openText } from '../../kit/language/open-text.ts'
import { momentIn, spanIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { percentOf } from '../chart-cards/percent.ts'
import { calibrationScreen } from '../screens.ts'
import classes from './why.module.css'
import { WhyReadings } from './why-readings.tsx'

/** A date never breaks. */
const unbroken = (date: string): string => date.replaceAll('-', '-\u2060').replace(/ (?=\d)/g, '\u00a0')

interface Props {
  why: Why
  definition: MeasurementDefinition
}

export function WhyAnswer({ why, definition }: Props) {
  const { t } = useTranslation('why')
  const { decimals } = definition.quantity
  const format = useFormat()
  const number = (value: number) => format.figure(value, decimals, why.unit)
  const at = (time: string) => unbroken(momentIn(time, why.time_zone))
  if (!why.value) return <p>{t('nothing', { from: at(why.from), until: at(why.until) })}</p>
  const one = why.count === 1
  return (
    <>
      {why.coverage < ENOUGH_DATA && (
        <Note status="attention">{t('doubtful', { share: format.number(percentOf(why.coverage)) })}</Note>
      )}
      <dl className={classes.steps}>
        <Step name={t('device')}>
          {why.devices.map(({ device_id, name, device_name, area_name, location_name }) => (
            <span key={device_id}>
              <b>{name}</b> {[device_name, area_name, location_name].filter(part => part && part !== name).join(', ')}
            </span>
          ))}
        </Step>
        <Step name={t('measured')}>
          <b>{format.value(why.raw?.mean ?? why.value.mean, decimals, why.unit)}</b>
          {!one && <span>{t('span', { low: number(why.raw?.min ?? 0), high: number(why.raw?.max ?? 0) })}</span>}
        </Step>
        <Calibrations {...{ why, at }} difference={offset => format.difference(offset, decimals, why.unit)} />
        <Step name={t('averaged')}>
          <span>
            {one
              ? t('one_reading', { time: at(why.readings[0]?.time ?? why.from) })
              : t('mean_of', { count: why.count, from: at(why.from), until: at(why.until) })}
          </span>
          <span>{t('zone', { zone: why.time_zone })}</span>
        </Step>
        {!one && (
          <Step name={t('coverage')}>
            <b>{t('percent', { share: format.number(percentOf(why.coverage)) })}</b>
            <Every seconds={why.interval_seconds} />
          </Step>
        )}
        <Step name={t('shown')}>
          <b>{format.value(why.value.mean, decimals, why.unit)}</b>
          {!one && <span>{t('span', { low: number(why.value.min), high: number(why.value.max) })}</span>}
        </Step>
        <Doubts why={why} />
        <State {...{ why, at }} />
        {why.imports.length > 0 && (
          <Step name={t('from_file')}>
            {why.imports.map(({ id, file_name, created_by }) => (
              <span key={id}>{created_by ? t('file_by', { file: file_name, name: created_by }) : file_name}</span>
            ))}
          </Step>
        )}
      </dl>
      <WhyReadings why={why} decimals={decimals} />
    </>
  )
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type At = (time: string) => string

function Calibrations({ why, at, difference }: { why: Why; at: At; difference: (offset: number) => string }) {
  const { t } = useTranslation(['why', 'calibration'])
  const [device] = why.devices
  if (why.calibrations.length === 0)
    return (
      <Step name={t('calibration')}>
        <span>{t('not_calibrated')}</span>
      </Step>
    )
  return (
    <Step name={t('calibration')}>
      {why.calibrations.map(({ id, offset, method, valid_from, created_by, created_at }) => (
        <span key={id}>
          <b>
            {offset < 0 ? '−' : '+'}
            {difference(Math.abs(offset))}
          </b>{' '}
          {t('since', { time: at(valid_from), method: t(`calibration:method.${method}`) })}
          <small>{t('noted', { name: created_by ?? t('somebody'), time: at(created_at) })}</small>
        </span>
      ))}
      {device && (
        <ScreenLink
          to={linkTo(calibrationScreen, { params: { id: device.device_id }, search: { key: why.measurement } })}
          className="bm-link"
        >
          {t('all_calibrations')}
        </ScreenLink>
      )}
    </Step>
  )
}

function Doubts({ why }: { why: Why }) {
  const { t } = useTranslation(['why', 'measurements'])
  const verdict = ({ dismissed_at, dismissed_by }: Why['faults'][number]): string => {
    if (!dismissed_at) return t(why.left_out > 0 ? 'left_out' : 'counted')
    return dismissed_by ? t('measurements:fault_right_by', { name: dismissed_by }) : t('measurements:fault_right')
  }
  return (
    <Step name={t('doubts')}>
      {why.faults.length === 0 && <span>{t('no_doubts')}</span>}
      {why.faults.map(fault => (
        <span key={fault.id}>
          <b>{t(`measurements:fault.${fault.fault}`)}</b> {unbroken(spanIn(fault.start, fault.end, why.time_zone))}
          <small>{verdict(fault)}</small>
        </span>
      ))}
    </Step>
  )
}

/** State of the device: what it says of its supply and its radio. */
function State({ why, at }: { why: Why; at: At }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  if (why.device_state.length === 0) return null
  return (
    <Step name={t('state')}>
      {why.device_state.map(({ device_id, measurement, value, unit, time }) => (
        <span key={`${device_id} ${measurement}`}>
          <b>{format.value(value, unit === 'V' ? 2 : 0, unit)}</b> {openText('why', `state_of.${measurement}`)},{' '}
          {at(time)}
        </span>
      ))}
    </Step>
  )
}

function Every({ seconds }: { seconds: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  return (
    <span>
      {seconds < MINUTE_S
        ? t('every_seconds', { value: format.number(seconds) })
        : t('every_minutes', { value: format.number(seconds / MINUTE_S, seconds % MINUTE_S === 0 ? 0 : 1) })}
    </span>
  )
}
