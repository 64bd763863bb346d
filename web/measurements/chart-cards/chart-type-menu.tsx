import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CHART_TYPES } from '../../charts/drawing/chart-spec.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { TYPE_ICONS } from './chart-menus.tsx'

export default function ChartTypeMenu({ target, period }: { target: ReactElement; period: PeriodControl }) {
  const { t } = useTranslation('measurements')
  return (
    <Menu position="bottom-start" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {CHART_TYPES.map(type => {
          const Icon = TYPE_ICONS[type]
          return (
            <Menu.Item
              key={type}
              leftSection={<Icon size={20} stroke={1.8} />}
              aria-current={type === period.chartType || undefined}
              onClick={() => period.setChartType(type)}
            >
              {t(`type.${type}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
