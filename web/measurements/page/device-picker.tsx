import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { AreaDeviceState } from '#shared/rules/locations/area-state.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from './data.module.css'
import { type Subject, subjectPlaceName } from './subject.ts'

const DeviceList = lazyPart(() => import('./device-list.tsx'))

export interface DeviceOption extends AreaDeviceState {
  device: Device
}

/** Choice of whose data is shown: area first, since people think in rooms. The period stays. */
export function DevicePicker({ subject, choices }: { subject: Subject; choices: DeviceOption[] }) {
  const { t } = useTranslation('measurements')
  const button = (
    <button type="button" className={classes.picker}>
      <b>{subjectPlaceName(subject)}</b> <span>{subject.area_name === null ? '' : subject.device_name}</span>
      {subject.research && <span>{t('research_period')}</span>}
      <span className="bm-hidden">{t('choose_device')}</span>
      <IconChevronDown size={18} stroke={2} />
    </button>
  )
  return (
    <MenuButton target={button} menu={target => <DeviceList target={target} subject={subject} choices={choices} />} />
  )
}
