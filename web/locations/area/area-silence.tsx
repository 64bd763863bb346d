import { useTranslation } from 'react-i18next'
import { type AreaState, shownStatus } from '#shared/rules/locations/area-state.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { devicesScreen } from '../../devices/screens.ts'
import { clockIn, momentIn, shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from '../home/home.module.css'

const HALF_DAY_MS = 12 * HOUR_MS

/** Why there is no value: no device, none yet, or none since when. */
export function AreaSilence({ state }: { state: AreaState }) {
  const isTold = state.area.empty_since && state.status === 'not_graded'
  return (
    <>
      <Silence state={state} />
      {state.area.pause && !isTold && <Paused until={state.area.pause.until} />}
    </>
  )
}

/** Says that alerts pause in an area, which is easily forgotten. */
function Paused({ until }: { until: string | null }) {
  const { t } = useTranslation('locations')
  return (
    <span className="bm-small bm-muted">{until === null ? t('alerts_pause') : t('alerts_pause_until', { until })}</span>
  )
}

/** Clock time of what is less than half a day ago, else with its day. */
const sinceIn = (time: string, timeZone: string, now: number): string =>
  now - Date.parse(time) < HALF_DAY_MS ? clockIn(time, timeZone) : momentIn(time, timeZone)

function Silence({ state }: { state: AreaState }) {
  const { t } = useTranslation('locations')
  const now = useNow()
  const { area, device, lastTime, location, status } = state
  if (!device) {
    return (
      <>
        <StatusWord status="pending" word={t('no_device')} />
        {location.may.includes('place') && (
          <ScreenLink to={linkTo(devicesScreen, { search: { area: area.id } })} className={`bm-link ${classes.above}`}>
            {t('place_device')}
          </ScreenLink>
        )}
      </>
    )
  }
  if (!lastTime) return <StatusWord status="pending" word={t('not_started')} />
  if (area.empty_since && status === 'not_graded')
    return (
      <>
        <StatusWord status="not_graded" word={t('empty_since', { day: shownDate(area.empty_since) })} />
        {area.pause && <Paused until={area.pause.until} />}
      </>
    )
  if (status !== 'no_data') return <StatusWord status={shownStatus(state)} />
  return (
    <>
      <StatusWord status="no_data" />
      <span className="bm-small bm-muted bm-nowrap">
        {t('since', { time: sinceIn(lastTime, location.time_zone, now) })}
      </span>
    </>
  )
}
