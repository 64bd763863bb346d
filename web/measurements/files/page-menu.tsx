import { Menu } from '@mantine/core'
import { IconBell, IconDownload, IconFileText, IconLayoutDashboard, IconPrinter } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { newRuleScreen } from '../../alerts/screens.ts'
import { boardsScreen } from '../../boards/screens.ts'
import { exportScreen } from '../../exports/screens.ts'
import { useOwnPlaces } from '../../kit/api/own-places.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { linkTo, type SearchFor } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { reportSearch } from '../../reports/choice.ts'
import { reportsScreen } from '../../reports/screens.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import type { Subject } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { type Charted, useChartFiles } from './use-chart-files.ts'

export interface ChartsPage extends Charted {
  subject: Subject
  period: PeriodControl
}

/** The same device or placement, and the same period, as the export screen keeps them in its address. */
const exportSearch = ({ subject, period, frame }: ChartsPage): SearchFor<typeof exportScreen> => {
  const { target } = subject
  const doubtful = period.withoutFaults ? '0' : undefined
  const source =
    'device_id' in target
      ? { doubtful, ids: String(target.device_id) }
      : { doubtful, by: 'research', ids: String(target.location_research_id) }
  const { interval, index, calendar } = period.choice
  if (interval === 'selection' || interval === 'research') {
    const [date_start, date_end] = [frame.from, frame.until].map(moment => dateTimeIn(moment, frame.time_zone))
    return { ...source, interval: 'selection', date_start, date_end }
  }
  return { ...source, interval, index: index > 0 ? String(index) : undefined, calendar: calendar ? '1' : undefined }
}

/** Menu of what can be taken of all charts of the page. */
export default function PageMenu({ target, ...page }: ChartsPage & { target: ReactElement }) {
  const { t } = useTranslation('measurements')
  const go = useGo()
  const files = useChartFiles(page)
  const mine = useOwnPlaces()
  const areaId = page.subject.area_id
  return (
    <Menu position="bottom-start" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPrinter size={20} stroke={1.8} />} onClick={() => void files.print()}>
          {t('files.print_all')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLayoutDashboard size={20} stroke={1.8} />}
          onClick={() => void go(linkTo(boardsScreen))}
        >
          {t('files.boards')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={20} stroke={1.8} />}
          onClick={() => void go(linkTo(exportScreen, { search: exportSearch(page) }))}
        >
          {t('files.export')}
        </Menu.Item>
        {areaId !== null && mine.area(areaId) && (
          <Menu.Item
            leftSection={<IconBell size={20} stroke={1.8} />}
            onClick={() => void go(linkTo(newRuleScreen, { search: { area: areaId } }))}
          >
            {t('files.rule')}
          </Menu.Item>
        )}
        {areaId !== null && (
          <Menu.Item
            leftSection={<IconFileText size={20} stroke={1.8} />}
            onClick={() =>
              void go(linkTo(reportsScreen, { search: reportSearch([areaId], page.period.choice, page.frame) }))
            }
          >
            {t('files.report')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
