import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconBell,
  IconBinary,
  IconBraces,
  IconDotsVertical,
  IconFileImport,
  IconKey,
  IconLockOpen,
  IconMapPin,
  IconMapPinOff,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconRss,
  IconScale,
  IconTransfer,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { hasAlertRules } from '#shared/rules/devices/plan.ts'
import { newRuleScreen } from '../../alerts/screens.ts'
import { useOwnPlaces } from '../../kit/api/own-places.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { calibrationScreen, importScreen, mappingScreen } from '../../measurements/screens.ts'
import { deviceLabelScreen, deviceSettingsScreen } from '../screens.ts'
import type { Task } from './device-dialogs.tsx'
import type { DeviceProps } from './device-parts.tsx'
import classes from './devices.module.css'

const ITEMS = [
  { task: 'keys', icon: IconKey, may: 'keys' },
  { task: 'place', icon: IconMapPin, may: 'place' },
  { task: 'end', icon: IconMapPinOff, may: 'place' },
  { task: 'rename', icon: IconPencil, may: 'edit' },
  { task: 'decoder', icon: IconBinary, may: 'edit' },
  { task: 'topic', icon: IconRss, may: 'settings' },
  { task: 'refusals', icon: IconAlertTriangle, may: null },
  { task: 'rentals', icon: IconUsers, may: 'own' },
  { task: 'transfer', icon: IconTransfer, may: 'own' },
  { task: 'claim_code', icon: IconQrcode, may: 'own' },
  { task: 'release', icon: IconLockOpen, may: 'own' },
  { task: 'delete', icon: IconTrash, may: 'delete' },
] as const

function Dots({ device, ...props }: { device: Device } & ActionIconProps & ComponentProps<'button'>) {
  const { t } = useTranslation('devices')
  return (
    <ActionIcon aria-label={t('actions', { name: device.name })} {...props}>
      <IconDotsVertical size={20} stroke={1.9} />
    </ActionIcon>
  )
}

function OpenMenu({ device, onTask }: DeviceProps) {
  const { t } = useTranslation('devices')
  // The button that was pressed is another one by now.
  const target = useRef<HTMLButtonElement>(null)
  const items = ITEMS.filter(
    ({ task, may }) =>
      (may === null || device.may.includes(may)) &&
      (task !== 'end' || device.placement) &&
      (task !== 'decoder' || device.eui !== null) &&
      (task !== 'refusals' || device.refused_values > 0) &&
      (task !== 'release' || device.has_owner),
  )
  const mine = useOwnPlaces()
  const wording = (task: Task) => (task === 'place' && device.placement ? 'move' : task)
  return (
    <Menu defaultOpened position="bottom-end" shadow="sm" onClose={() => target.current?.focus()}>
      <Menu.Target>
        <Dots device={device} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {device.may.includes('settings') && (
          <Menu.Item
            leftSection={<IconAdjustments size={18} stroke={1.8} />}
            component={ScreenLink}
            to={linkTo(deviceSettingsScreen, { params: { id: device.id } })}
          >
            {t('task.settings')}
          </Menu.Item>
        )}
        {device.may.includes('place') && (
          <Menu.Item
            leftSection={<IconScale size={18} stroke={1.8} />}
            component={ScreenLink}
            to={linkTo(calibrationScreen, { params: { id: device.id } })}
          >
            {t('task.calibrate')}
          </Menu.Item>
        )}
        {device.may.includes('place') && (
          <Menu.Item
            leftSection={<IconBraces size={18} stroke={1.8} />}
            component={ScreenLink}
            to={linkTo(mappingScreen, { params: { id: device.id } })}
          >
            {t('task.mapping')}
          </Menu.Item>
        )}
        {device.may.includes('place') && (
          <Menu.Item
            leftSection={<IconFileImport size={18} stroke={1.8} />}
            component={ScreenLink}
            to={linkTo(importScreen, { params: { id: device.id } })}
          >
            {t('task.import')}
          </Menu.Item>
        )}
        {hasAlertRules([device.plan]) && mine.device(device) && (
          <Menu.Item
            leftSection={<IconBell size={18} stroke={1.8} />}
            component={ScreenLink}
            to={linkTo(newRuleScreen, { search: { device: device.id } })}
          >
            {t('task.rule')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPrinter size={18} stroke={1.8} />}
          component={ScreenLink}
          to={linkTo(deviceLabelScreen, { params: { id: device.id } })}
        >
          {t('task.label')}
        </Menu.Item>
        {items.map(({ task, icon: Icon }) => (
          <Menu.Item
            key={task}
            leftSection={<Icon size={18} stroke={1.8} />}
            className={task === 'delete' ? classes.delete : undefined}
            onClick={() => onTask(device, task)}
          >
            {t(`task.${wording(task)}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Menu of what may be done with a device, as the server said. It is made when it is first opened: a list may have
 * hundreds.
 */
export function DeviceMenu(props: DeviceProps) {
  const [opened, setOpened] = useState(false)
  if (opened) return <OpenMenu {...props} />
  return <Dots device={props.device} aria-haspopup="menu" aria-expanded={false} onClick={() => setOpened(true)} />
}
