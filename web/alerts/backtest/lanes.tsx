import { useTranslation } from 'react-i18next'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { DASH } from '../../charts/drawing/chart-theme.ts'
import classes from '../backtest.module.css'
import { drawnDevices } from './figures.ts'

/** More lanes than this say nothing more. */
const MOST = 8

interface Props {
  answer: BacktestAnswer
  /** Room left and right of the plot, px. */
  inset: { left: number; right: number }
}

/** Lanes, one per device, those that fire most first: when it would have fired, on the time of the plot above. */
export function Lanes({ answer, inset }: Props) {
  const { t } = useTranslation('alert-rules')
  const [from, until] = [Date.parse(answer.from), Date.parse(answer.until)]
  const share = (moment: number) => ((moment - from) / (until - from)) * 100
  const drawn = drawnDevices(answer).map(({ device_id }) => device_id)
  const all = answer.devices.toSorted((a, b) => b.firings - a.firings)
  const dashOf = (index: number) => {
    const dash = DASH[index % DASH.length]
    return typeof dash === 'string' ? undefined : dash?.join(' ')
  }
  return (
    <ul className={classes.lanes} style={{ paddingLeft: inset.left, paddingRight: inset.right }}>
      {all.slice(0, MOST).map(device => {
        const line = drawn.indexOf(device.device_id)
        const own = answer.firings.filter(({ device_id }) => device_id === device.device_id)
        return (
          <li key={device.device_id}>
            <span className={classes.laneName}>
              {line >= 0 && (
                <svg width="16" height="4" aria-hidden="true">
                  <path d="M0 2H16" stroke={`var(--bm-s${line + 1})`} strokeWidth="3" strokeDasharray={dashOf(line)} />
                </svg>
              )}
              {device.area_name ?? device.device_name}
              {device.area_name && <span className="bm-muted">{device.device_name}</span>}
            </span>
            <b className="bm-num">{t('backtest.times', { count: device.firings })}</b>
            <span className={classes.lane} aria-hidden="true">
              {own.map(one => {
                const start = share(Math.max(from, Date.parse(one.from)))
                const end = share(one.until === null ? until : Date.parse(one.until))
                return <i key={one.from} style={{ left: `${start}%`, width: `${Math.max(0, end - start)}%` }} />
              })}
            </span>
          </li>
        )
      })}
      {all.length > MOST && <li className="bm-small bm-muted">{t('backtest.more', { count: all.length - MOST })}</li>}
    </ul>
  )
}
