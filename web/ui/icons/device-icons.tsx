import { IconCamera, IconGridDots, IconTemperature, IconWifi } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import {
  colourOfAge,
  type DeviceColour,
  LAST_MESSAGE_MIN,
  LAST_SEEN_MIN,
  minutesSince,
  PHOTO_MIN,
} from '#shared/rules/devices/device-status.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useNow } from '../../kit/time/now.ts'
import { Battery } from '../status/battery.tsx'
import { batteryStatus } from '../status/battery-status.ts'
import classes from './device-icons.module.css'

type Dates = Pick<Device, 'last_seen_date' | 'last_msg_date' | 'last_photo_date' | 'last_photo_ir_date'>

/** Always in this order (design §3). */
const ICONS = [
  { key: 'seen', field: 'last_seen_date', icon: IconWifi, within: LAST_SEEN_MIN },
  { key: 'message', field: 'last_msg_date', icon: IconTemperature, within: LAST_MESSAGE_MIN },
  { key: 'photo', field: 'last_photo_date', icon: IconCamera, within: PHOTO_MIN },
  { key: 'photo_ir', field: 'last_photo_ir_date', icon: IconGridDots, within: PHOTO_MIN },
] as const

const WORD = { green: 'in_time', red: 'late', grey: 'gone' } as const satisfies Record<DeviceColour, string>

type Powered = Dates & Pick<Device, 'battery_percentage' | 'charging' | 'power_state' | 'battery_limit'>

/** Icons of a device with its battery, where it has one and `battery` is wanted. */
export function DeviceSigns({ device, battery = true }: { device: Powered; battery?: boolean }) {
  const { t } = useTranslation('ui')
  if (!battery || device.battery_percentage === null) return <DeviceIcons device={device} />
  return (
    <span className={classes.signs}>
      <DeviceIcons device={device} />
      <span className="bm-hidden">{t('device.battery')}</span>
      <Battery percentage={device.battery_percentage} charging={device.charging} status={batteryStatus(device)} small />
    </span>
  )
}

/** Icons for what a device last did: green in time, red with a slash late, grey beyond 180 minutes or never. */
export function DeviceIcons({ device, size = 18 }: { device: Dates; size?: number }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const now = useNow()
  const visible = ICONS.map(({ key, field, icon, within }) => {
    const date = device[field]
    const colour = colourOfAge(minutesSince(date, now), within)
    const said = date ? `${t(`device.${WORD[colour]}`)}, ${format.age(date, now)}` : t('device.never')
    return { key, icon, colour, said: `${t(`device.${key}`)}: ${said}` }
  })
  return (
    <span className={classes.icons} role="img" aria-label={visible.map(({ said }) => said).join('; ')}>
      {visible.map(({ key, icon: Icon, colour, said }) => (
        <span key={key} data-colour={colour} title={said}>
          <Icon size={size} stroke={1.8} aria-hidden="true" />
        </span>
      ))}
    </span>
  )
}
