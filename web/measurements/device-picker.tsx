import { IconChevronDown } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../shared/contract/devices.ts'
import type { DeviceState } from '../../shared/rules/area-state.ts'
import { MenuButton } from '../ui/menu-button.tsx'
import classes from './data.module.css'

const DeviceList = lazy(() => import('./device-list.tsx'))

export interface Choice extends DeviceState {
  device: Device
}

/** Which device's data: area first, since people think in rooms. The period stays. */
export function DevicePicker({ chosen, choices }: { chosen: Device; choices: Choice[] }) {
  const { t } = useTranslation('measurements')
  const button = (
    <button type="button" className={classes.picker}>
      <b>{placeOf(chosen)}</b> <span>{chosen.placement ? chosen.name : ''}</span>
      <span className="bm-hidden">{t('choose_device')}</span>
      <IconChevronDown size={18} stroke={2} />
    </button>
  )
  return (
    <MenuButton target={button} menu={target => <DeviceList target={target} chosen={chosen} choices={choices} />} />
  )
}

export const placeOf = (device: Device): string => device.placement?.area_name ?? device.name
