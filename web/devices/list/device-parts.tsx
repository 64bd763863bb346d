import { Checkbox } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { useSpecies } from '../queries.ts'
import type { Task } from './device-dialogs.tsx'
import { presenceOf } from './device-state.ts'
import classes from './devices.module.css'

export interface DeviceProps {
  device: Device
  onTask: (device: Device, task: Task) => void
}

/** Choice of rows, while several are being chosen. */
export interface ChoosingProps {
  /** True when the device is chosen; null while nothing is being chosen. */
  chosen: boolean | null
  onChoose: (id: number, on: boolean) => void
}

/** Box that chooses a device; as large as a finger. */
export function ChooseDevice({ device, chosen, onChoose }: ChoosingProps & Pick<DeviceProps, 'device'>) {
  const { t } = useTranslation('devices')
  return (
    <Checkbox
      className={classes.choose}
      aria-label={t('bulk.choose', { name: device.name })}
      checked={chosen === true}
      onChange={event => onChoose(device.id, event.currentTarget.checked)}
    />
  )
}

export function PlanTag({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  return (
    <span className="bm-tag" data-plan={device.plan}>
      {t(`plan.${device.plan}`)}
    </span>
  )
}

/** Place where a device hangs, or a word that it is in store. */
export function DevicePlace({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const species = useSpecies()
  const { placement } = device
  // The barn of somebody else is not named to everybody who has the device.
  const [title, help] = device.active
    ? (['elsewhere', 'elsewhere_help'] as const)
    : (['in_store', 'not_placed'] as const)
  return (
    <span className={classes.place}>
      {placement ? (
        <SpeciesGlyph species={species(placement.area_type_id) ?? ''} size={22} />
      ) : (
        <IconPackage size={22} stroke={1.8} aria-hidden="true" />
      )}
      <span>
        <b>{placement ? placement.area_name : t(title)}</b>
        <span>{placement ? placement.location_name : t(help)}</span>
      </span>
    </span>
  )
}

/** Words on a rental: to whom a device is lent, or until when somebody who borrowed it has it. */
export function RentalWord({ device: { rental, has_owner } }: { device: Device }) {
  const { t } = useTranslation('devices')
  if (!has_owner) return <span className="bm-tag">{t('rental.no_owner')}</span>
  if (!rental || (rental.owner && !rental.email)) return null
  const until = rental.end ? t('rental.until', { date: shownDate(rental.end.slice(0, 10)) }) : t('rental.open')
  return (
    <span className={classes.rental}>
      <span title={rental.email ?? undefined}>
        {rental.owner ? t('rental.lent', { email: rental.email }) : t('rental.borrowed')}
      </span>
      <span className="bm-small bm-muted bm-nowrap">{until}</span>
    </span>
  )
}

/** Says why nothing comes from a LoRaWAN device that its owner added and nobody has confirmed. */
export function Unconfirmed({ device }: Pick<DeviceProps, 'device'>) {
  const { t } = useTranslation('devices')
  if (device.eui_confirmed) return null
  return (
    <p className={`bm-small ${classes.unconfirmed}`}>
      <StatusShape status="pending" size={16} /> {t('unconfirmed')}
    </p>
  )
}

/** Warning that a device cannot send, as after it changed hands. */
export function NeedsKey({ device, onTask }: DeviceProps) {
  const { t } = useTranslation('devices')
  if (!device.needs_key) return null
  return (
    <button
      type="button"
      className={classes.refused}
      data-status="attention"
      title={t('key.needed_help')}
      onClick={() => onTask(device, 'keys')}
    >
      <StatusShape status="attention" size={17} />
      {t('key.needed')}
    </button>
  )
}

export function Refused({ device, onTask }: DeviceProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  if (device.refused_values === 0) return null
  const nothingElse = presenceOf(device) !== 'online'
  return (
    <button
      type="button"
      className={classes.refused}
      data-status={nothingElse ? 'act_now' : 'attention'}
      onClick={() => onTask(device, 'refusals')}
    >
      <StatusShape status={nothingElse ? 'act_now' : 'attention'} size={17} />
      <span className="bm-hidden">{t('refused', { count: device.refused_values })}</span>
      <b className="bm-num" aria-hidden="true">
        {format.number(device.refused_values)}
      </b>
      <span className={classes.reason} title={device.main_refusal?.message}>
        {device.main_refusal?.field && <span className="bm-mono">{device.main_refusal.field}</span>}{' '}
        {device.main_refusal?.message}
      </span>
    </button>
  )
}

/** A share from which on somebody should look for a better place for the device or the gateway. */
const MUCH_LOST = 0.1

/** Number of its messages that never came; nothing where none was lost, or where that cannot be known. */
export function Lost({ device: { lost_messages } }: Pick<DeviceProps, 'device'>) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  if (!lost_messages || lost_messages.lost === 0) return null
  const { lost, of } = lost_messages
  return (
    <span className={classes.lost} title={t('lost_where')}>
      {lost >= MUCH_LOST * of && <StatusShape status="attention" size={15} />}
      <span className="bm-num">{t('lost', { count: lost, of: format.number(of) })}</span>
    </span>
  )
}
