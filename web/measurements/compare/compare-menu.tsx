import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import classes from '../page/data.module.css'
import type { DeviceOption } from '../page/device-picker.tsx'
import { type Subject, subjectOfDevice, subjectPlaceName } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import type { Comparison } from './comparison.ts'

interface Props {
  target: ReactElement
  period: PeriodControl
  subject: Subject
  choices: DeviceOption[]
  /** True where the weather is known. */
  outdoors: boolean
}

export default function CompareMenu({ target, period, subject, choices, outdoors }: Props) {
  const { t } = useTranslation('measurements')
  const item = (to: Comparison, name: string, sub?: string) => (
    <Menu.Item
      key={to}
      aria-current={period.comparison === to || undefined}
      onClick={() => period.compare(period.comparison === to ? 'none' : to)}
    >
      {name}
      {sub && <span className={classes.pickerSub}>{sub}</span>}
    </Menu.Item>
  )
  const others = choices.filter(({ device }) => device.id !== subject.device_id)
  return (
    <Menu position="bottom-start" width={300} shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.pickerList}>
        {item('none', t('compare.nothing'))}
        {item('previous', t(`before.${period.choice.interval}`))}
        {item('year', t('compare.year'))}
        {outdoors && item('outdoors', t('compare.outdoors'))}
        {others.length > 0 && <Menu.Label>{t('compare.another')}</Menu.Label>}
        {others.map(({ device }) => {
          const other = subjectOfDevice(device)
          return item(
            device.id,
            subjectPlaceName(other),
            other.location_name ? `${other.location_name} · ${device.name}` : '',
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
