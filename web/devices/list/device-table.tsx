import { IconArrowDown, IconArrowUp, IconCamera, IconGridDots, IconTemperature, IconWifi } from '@tabler/icons-react'
import { memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { isKeyOf } from '#shared/rules/collections/keys.ts'
import { LAST_MESSAGE_MIN, LAST_SEEN_MIN, PHOTO_MIN } from '#shared/rules/devices/device-status.ts'
import { useWindowedRows } from '../../kit/browser/windowed-rows.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { Battery } from '../../ui/status/battery.tsx'
import { batteryStatus } from '../../ui/status/battery-status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { Age } from './age.tsx'
import { Connection, Power } from './connection.tsx'
import type { Column, DeviceFilters } from './device-list.ts'
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

interface RowProps extends DeviceProps, ChoosingProps {
  rentals: boolean
  index: number
  measure: Ref<HTMLTableRowElement>
}

const Row = memo(({ device, onTask, rentals, chosen, onChoose, index, measure }: RowProps) => {
  const { t } = useTranslation('devices')
  const presence = presenceOf(device)
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + HEAD_ROWS + 1}
      data-silent={presence === 'silent' || undefined}
      data-chosen={chosen || undefined}
    >
      {chosen !== null && (
        <td className={classes.chooseCell}>
          <ChooseDevice device={device} chosen={chosen} onChoose={onChoose} />
        </td>
      )}
      <th scope="row">
        <span className={classes.device}>
          <StatusShape status={PRESENCE_STATUS[presence]} size={18} />
          <span className="bm-hidden">{t(`presence.${presence}`)}</span>
          <span>
            <ScreenLink to={linkTo(dataScreen, { params: { id: device.id } })} className={classes.name}>
              {device.name}
            </ScreenLink>
            <span className={`bm-mono bm-muted ${classes.code}`}>{device.device_name}</span>
          </span>
        </span>
      </th>
      <td>
        <DevicePlace device={device} />
      </td>
      <td>
        <PlanTag device={device} />
      </td>
      {rentals && (
        <td>
          <RentalWord device={device} />
        </td>
      )}
      <td>
        <Battery percentage={device.battery_percentage} charging={device.charging} status={batteryStatus(device)} />
      </td>
      <td className="bm-muted">
        <Power device={device} />
      </td>
      <td>
        <Connection device={device} />
      </td>
      <td className={classes.ageCell}>
        <Age minutes={device.last_seen_min} threshold={LAST_SEEN_MIN} />
      </td>
      <td className={classes.ageCell}>
        <Age minutes={device.last_msg_min} threshold={LAST_MESSAGE_MIN} />
      </td>
      <td className={classes.ageCell}>
        <Age minutes={device.last_photo_min} threshold={PHOTO_MIN} />
      </td>
      <td className={classes.ageCell}>
        <Age minutes={device.last_photo_ir_min} threshold={PHOTO_MIN} />
      </td>
      <td>
        {device.refused_values === 0 && !device.lost_messages?.lost && device.eui_confirmed && !device.needs_key && (
          <span className="bm-muted">–</span>
        )}
        <Unconfirmed device={device} />
        <NeedsKey device={device} onTask={onTask} />
        <Refused device={device} onTask={onTask} />
        <Lost device={device} />
      </td>
      <td>
        <DeviceMenu device={device} onTask={onTask} />
      </td>
    </tr>
  )
})

const HEAD_ROWS = 1
/** Devices from which on only those in and near the window are drawn. */
const MANY = 40
/** Height in px of a row before it has been drawn and measured. */
const ROW = 51

/** Room for the rows that are not drawn. */
function Rest({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr className={classes.rest}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

/** Columns with a head; the order by what is worst has none. */
type HeadColumn = Exclude<Column, 'worst'>

const ICONS = { seen: IconWifi, data: IconTemperature, photo: IconCamera, thermal: IconGridDots } as const

function Head({
  column,
  filters,
  onSort,
}: {
  column: HeadColumn
  filters: DeviceFilters
  onSort: (column: Column) => void
}) {
  const { t } = useTranslation('devices')
  const chosen = filters.sort === column
  const Icon = isKeyOf(ICONS, column) ? ICONS[column] : null
  const Arrow = filters.descending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-column={column}
      className={Icon ? classes.ageCell : undefined}
      aria-sort={chosen ? (filters.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(column)}>
        {Icon && <Icon size={16} stroke={1.8} aria-hidden="true" />}
        {t(`column.${column}`)}
        {chosen && <Arrow size={15} stroke={2.2} className={classes.arrow} aria-hidden="true" />}
      </button>
    </th>
  )
}

interface Props {
  devices: readonly Device[]
  filters: DeviceFilters
  onFilter: (change: Partial<DeviceFilters>) => void
  onTask: DeviceProps['onTask']
  /** Ids of those chosen; null while nothing is being chosen. */
  chosen: ReadonlySet<number> | null
  onChoose: ChoosingProps['onChoose']
}

/** The devices on the desktop, worst first or by a column: up, down, and back to the worst. */
export function DeviceTable({ devices, filters, onFilter, onTask, chosen, onChoose }: Props) {
  const { t } = useTranslation('devices')
  const many = devices.length > MANY
  const { element, virtual, above, below } = useWindowedRows<HTMLDivElement, HTMLTableRowElement>({
    count: devices.length,
    guess: () => ROW,
    keyOf: index => devices[index]?.id ?? index,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const drawn = many ? items.map(({ index }) => index) : [...devices.keys()]
  const rentals = devices.some(({ rental }) => rental && (!rental.owner || rental.email))
  const onSort = (column: Column) => {
    if (filters.sort !== column) onFilter({ sort: column, descending: false })
    else if (!filters.descending) onFilter({ descending: true })
    else onFilter({ sort: 'worst', descending: false })
  }
  const columns: HeadColumn[] = [
    ...(['device', 'place', 'plan'] as const),
    ...(rentals ? (['rental'] as const) : []),
    ...(['battery', 'power', 'connection', 'seen', 'data', 'photo', 'thermal', 'refused'] as const),
  ]
  const across = columns.length + (chosen ? 2 : 1)
  return (
    <div ref={element} className={`bm-card ${classes.tableCard}`}>
      <table className={classes.table} data-many={many || undefined} aria-rowcount={devices.length + HEAD_ROWS}>
        <thead>
          <tr aria-rowindex={HEAD_ROWS}>
            {chosen && (
              <th scope="col" className={classes.chooseCell}>
                <span className="bm-hidden">{t('bulk.column')}</span>
              </th>
            )}
            {columns.map(column => (
              <Head key={column} column={column} filters={filters} onSort={onSort} />
            ))}
            <th scope="col" data-column="actions">
              <span className="bm-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {many && <Rest height={above(items)} columns={across} />}
          {drawn.map(index => {
            const device = devices[index]
            return (
              device && (
                <Row
                  key={device.id}
                  chosen={chosen?.has(device.id) ?? null}
                  measure={virtual.measureElement}
                  {...{ device, index, rentals, onTask, onChoose }}
                />
              )
            )
          })}
          {many && <Rest height={below(items)} columns={across} />}
        </tbody>
      </table>
    </div>
  )
}
