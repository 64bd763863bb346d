import { Menu } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../shared/contract/devices.ts'
import { StatusShape } from '../ui/status-shape.tsx'
import { useOpenSoon } from '../ui/use-open-soon.ts'
import classes from './data.module.css'
import { type Choice, placeOf } from './device-picker.tsx'

interface Props {
  target: ReactElement
  chosen: Device
  choices: Choice[]
}

export default function DeviceList({ target, chosen, choices }: Props) {
  const { t } = useTranslation('measurements')
  const search = useSearch({ strict: false })
  return (
    <Menu position="bottom-start" width={320} shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.pickerList}>
        {choices.map(({ device, status }) => (
          <Menu.Item
            key={device.id}
            component={Link}
            to="/data/$id"
            params={{ id: String(device.id) } as never}
            search={search as never}
            leftSection={<StatusShape status={status} size={18} />}
            aria-current={device.id === chosen.id || undefined}
          >
            {placeOf(device)}
            <span className={classes.pickerSub}>
              {device.placement ? `${device.placement.location_name} · ${device.name}` : t('not_placed')}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
