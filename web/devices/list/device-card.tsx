import { IconCamera, IconGridDots, IconTemperature, IconWifi } from '@tabler/icons-react'
import { type ComponentType, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { LAST_MESSAGE_MIN, LAST_SEEN_MIN, PHOTO_MIN } from '#shared/rules/devices/device-status.ts'
import { useWindowedRows } from '../../kit/browser/windowed-rows.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { Battery } from '../../ui/status/battery.tsx'
import { batteryStatus } from '../../ui/status/battery-status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { Age } from './age.tsx'
import { Connection } from './connection.tsx'
import { DeviceMenu } from './device-menu.tsx'
import {
  ChooseDevice,
  type ChoosingProps,
  DevicePlace,
  type DeviceProps,
  Lost,
  NeedsKey,
  PlanTag,
  Refused,
  RentalWord,
  Unconfirmed,
} from './device-parts.tsx'
import { PRESENCE_STATUS, presenceOf } from './device-state.ts'
import classes from './devices.module.css'

interface Tile {
  key: 'seen' | 'data' | 'photo' | 'thermal'
  icon: ComponentType<{ size?: number; stroke?: number }>
  minutes: number | null
  threshold: number
}

const DeviceCard = memo(({ device, onTask, chosen, onChoose }: DeviceProps & ChoosingProps) => {
  const { t } = useTranslation('devices')
  const presence = presenceOf(device)
  const tiles: Tile[] = [
    { key: 'seen', icon: IconWifi, minutes: device.last_seen_min, threshold: LAST_SEEN_MIN },
    { key: 'data', icon: IconTemperature, minutes: device.last_msg_min, threshold: LAST_MESSAGE_MIN },
    { key: 'photo', icon: IconCamera, minutes: device.last_photo_min, threshold: PHOTO_MIN },
    { key: 'thermal', icon: IconGridDots, minutes: device.last_photo_ir_min, threshold: PHOTO_MIN },
  ]
  return (
    <article
      className={`bm-card ${classes.card}`}
      data-silent={presence === 'silent' || undefined}
      data-chosen={chosen || undefined}
    >
      <div className={classes.cardHead}>
        {chosen !== null && <ChooseDevice device={device} chosen={chosen} onChoose={onChoose} />}
        <StatusShape status={PRESENCE_STATUS[presence]} size={20} />
        <span className="bm-hidden">{t(`presence.${presence}`)}</span>
        <div className={classes.cardName}>
          <h2>
            <ScreenLink to={linkTo(dataScreen, { params: { id: device.id } })} className={classes.name}>
              {device.name}
            </ScreenLink>
          </h2>
          <PlanTag device={device} />
          <span className="bm-grow" />
          {device.battery_percentage !== null && (
            <Battery percentage={device.battery_percentage} charging={device.charging} status={batteryStatus(device)} />
          )}
        </div>
        <DeviceMenu device={device} onTask={onTask} />
      </div>
      <div className={classes.cardRow}>
        <DevicePlace device={device} />
        <span className="bm-grow" />
        <Connection device={device} short />
      </div>
      <RentalWord device={device} />
      <dl className={classes.tiles}>
        {tiles.map(({ key, icon: Icon, minutes, threshold }) => (
          <div key={key}>
            <dt>
              <Icon size={18} stroke={1.8} />
              <span className="bm-hidden">{t(`column.${key}`)}</span>
            </dt>
            <dd>
              <Age minutes={minutes} threshold={threshold} unit />
            </dd>
          </div>
        ))}
      </dl>
      <Unconfirmed device={device} />
      <NeedsKey device={device} onTask={onTask} />
      <Refused device={device} onTask={onTask} />
      <Lost device={device} />
    </article>
  )
})

interface Props {
  devices: readonly Device[]
  onTask: DeviceProps['onTask']
  /** Ids of those chosen; null while nothing is being chosen. */
  chosen: ReadonlySet<number> | null
  onChoose: ChoosingProps['onChoose']
}

/** Height in px of a card before it has been drawn and measured. */
const CARD = 160

/** The devices on the phone; only those in and near the window are in the page. */
export function DeviceCards({ devices, onTask, chosen, onChoose }: Props) {
  const { element, virtual, above } = useWindowedRows<HTMLDivElement>({
    count: devices.length,
    guess: () => CARD,
    keyOf: index => devices[index]?.id ?? index,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  return (
    <div ref={element} className={classes.cards} style={{ '--height': `${virtual.getTotalSize()}px` }}>
      <div style={{ transform: `translateY(${above(items)}px)` }}>
        {items.map(({ index, key }) => {
          const device = devices[index]
          return (
            device && (
              <div key={key} ref={virtual.measureElement} data-index={index} className={classes.cardLine}>
                <DeviceCard chosen={chosen?.has(device.id) ?? null} {...{ device, onTask, onChoose }} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
