import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { openText } from '../../kit/language/open-text.ts'
import { presenceOf } from './device-state.ts'
import classes from './devices.module.css'

const BARS = [1, 2, 3, 4, 5] as const

/** Five bars; the last one standing is a warning. */
function Signal({ strength }: { strength: number }) {
  return (
    <svg width="22" height="16" viewBox="0 0 22 16" aria-hidden="true">
      {BARS.map((bar, index) => (
        <rect
          key={bar}
          x={0.5 + index * 4.3}
          y={15.5 - bar * 2.84}
          width="3.1"
          height={bar * 2.84}
          rx="1"
          fill={bar > strength ? 'var(--bm-line)' : strength === 1 ? 'var(--bm-badFill)' : 'var(--bm-ink2)'}
        />
      ))}
    </svg>
  )
}

/** Way in which a device reaches the server: strength, network and operator of its modem, or what else it says. */
export function Connection({ device, short }: { device: Device; short?: boolean }) {
  const { t } = useTranslation('devices')
  const { modem_signal, modem_network, modem_operator, connection_type, connection_status, modem_status } = device
  const modem = [modem_network, short ? null : modem_operator].filter(Boolean).join(', ')
  const kind =
    connection_type &&
    (openText('devices', `connection.${connection_type}`) ?? t('connection.other', { name: connection_type }))
  const word = modem || kind || connection_status
  if (!word && modem_signal === null)
    return (
      <span className="bm-muted bm-nowrap">{presenceOf(device) === 'not_started' ? t('connection.not_yet') : '–'}</span>
    )
  return (
    <span className={classes.connection} title={[kind, connection_status, modem_status].filter(Boolean).join(', ')}>
      {modem_signal !== null && (
        <>
          <Signal strength={modem_signal} />
          <span className="bm-hidden">{t('connection.signal', { bars: modem_signal })}</span>
        </>
      )}
      <span>{word}</span>
    </span>
  )
}

export function Power({ device: { power_state, charging } }: { device: Device }) {
  const { t } = useTranslation('devices')
  if (power_state !== null && power_state !== 'ok') return t(`power.${power_state}`)
  if (charging !== null) return t(charging ? 'power.charging' : 'power.battery')
  return power_state === 'ok' ? t('power.ok') : '–'
}
