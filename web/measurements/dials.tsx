import { useTranslation } from 'react-i18next'
import type { LastValues, SeriesAnswer } from '../../shared/contract/measurements.ts'
import { type DeviceState, statusWordKey } from '../../shared/rules/area-state.ts'
import { freshnessOf } from '../../shared/rules/freshness.ts'
import { useDesk } from '../kit/desk.ts'
import { dateTimeIn, useFormat } from '../kit/format.ts'
import { Dial } from '../ui/dial.tsx'
import { GradeBarn } from '../ui/grade-barn.tsx'
import { QuantityName } from '../ui/quantity-name.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import classes from './data.module.css'
import type { Lists } from './groups.ts'
import { beforeAt, endsOf, type Shown, shownValues } from './shown.ts'

interface Props {
  last: LastValues
  state: DeviceState
  areaTypeId: number | undefined
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
  return t('silent_since', { time: dateTimeIn(lastTime, timeZone) })
}

function Overall({ state, now, timeZone }: Pick<Props, 'state' | 'now' | 'timeZone'>) {
  const { t } = useTranslation(['measurements', 'ui'])
  const { finding, grade, status } = state
  return (
    <div className={classes.overall}>
      <GradeBarn grade={grade} status={status} size={72} />
      <div>
        <StatusWord status={status} word={t(`ui:status.${finding ? statusWordKey(finding) : status}`)} />
        {finding && (
          <p className={classes.small}>
            <QuantityName name={t('sets_grade', { quantity: finding.name })} />
          </p>
        )}
        <p className={classes.small}>
          <Age state={state} now={now} timeZone={timeZone} />
        </p>
      </div>
    </div>
  )
}

function OneDial({ shown: { known, last, status }, frame, now }: { shown: Shown } & Pick<Props, 'frame' | 'now'>) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const desk = useDesk()
  const { quantity, edges, type } = known
  const stale = last && freshnessOf(last.time, now) === 'stale'
  return (
    <Dial
      label={type.name}
      unit={quantity.unit}
      value={last?.value ?? null}
      before={beforeAt(frame, type.abbreviation, last?.time)}
      {...endsOf(known, last?.value ?? null)}
      low={edges?.low_value ?? null}
      high={edges?.high_value ?? null}
      limit={edges?.limit_value ?? null}
      status={status}
      word={status ? t(`status.${statusWordKey({ status, quantity: quantity.abbreviation })}`) : undefined}
      decimals={quantity.decimals}
      age={stale ? format.age(last.time, now) : undefined}
      size={desk ? 100 : 106}
    />
  )
}

function Keys({ species }: { species: string | undefined }) {
  const { t } = useTranslation('measurements')
  return (
    <ul className={classes.keys}>
      <li>
        <i className={classes.keyNow} /> {t('key.now')}
      </li>
      <li>
        <i className={classes.keyBefore} /> {t('key.before')}
      </li>
      <li>
        <i className={classes.keyComfort} /> {species ? t('key.comfort_of', { species }) : t('key.comfort')}
      </li>
      <li>
        <i className={classes.keyLimit} /> {t('key.limit')}
      </li>
    </ul>
  )
}

/** What a device says now: the grade of its area, and a dial for each measurement that has one. */
export function Dials({ last, state, areaTypeId, lists, frame, now, timeZone }: Props) {
  const { t } = useTranslation('measurements')
  const desk = useDesk()
  const shown = shownValues(last, areaTypeId, lists, now)
  const species = lists.area_types.find(({ id }) => id === areaTypeId)?.name
  return (
    <section className={`bm-card ${classes.dials}`} aria-label={t('now')}>
      {desk ? (
        <Overall state={state} now={now} timeZone={timeZone} />
      ) : (
        <header className={classes.dialsHead}>
          <h2>
            {t('now')}{' '}
            <span className={classes.small}>
              <Age state={state} now={now} timeZone={timeZone} />
            </span>
          </h2>
          <span className={classes.keysShort}>
            <i className={classes.keyNow} /> {t('key.now')} <i className={classes.keyBefore} /> {t('key.before')}
          </span>
        </header>
      )}
      <ul className={classes.dialList}>
        {shown.map(one => (
          <li key={one.known.type.abbreviation}>
            <OneDial shown={one} frame={frame} now={now} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && state.lastTime === null && <p className={classes.small}>{t('no_values_text')}</p>}
      {desk && shown.length > 0 && <Keys species={species} />}
    </section>
  )
}
