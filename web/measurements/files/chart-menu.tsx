import { Menu } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconFileSpreadsheet,
  IconFileText,
  IconLayoutDashboard,
  IconPhoto,
  IconPrinter,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { ofArea } from '../add-to-board/of-area.ts'
import type { Chart } from '../chart-cards/groups.ts'
import { type Charted, useChartFiles } from './use-chart-files.ts'

interface Props extends Charted {
  target: ReactElement
  onAddToBoard: () => void
  /** Undefined where it fills the screen already. */
  onFull: (() => void) | undefined
}

/** Menu of what can be done with one chart. */
export default function ChartMenu({ target, onAddToBoard, onFull, ...charted }: Props) {
  const { t } = useTranslation('measurements')
  const files = useChartFiles(charted)
  const [chart] = charted.charts as [Chart]
  const ofBoard = ofArea(chart).length > 0 ? [['board', IconLayoutDashboard, onAddToBoard] as const] : []
  const full = onFull ? [['full', IconArrowsMaximize, onFull] as const] : []
  const items = [
    ...full,
    ...ofBoard,
    ['csv', IconFileText, () => files.csv(chart)],
    ['xlsx', IconFileSpreadsheet, () => files.xlsx(chart)],
    ['png', IconPhoto, () => void files.png(chart)],
    ['print', IconPrinter, () => void files.print()],
  ] as const
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {items.map(([name, Icon, act]) => (
          <Menu.Item key={name} leftSection={<Icon size={20} stroke={1.8} />} onClick={act}>
            {t(`files.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
