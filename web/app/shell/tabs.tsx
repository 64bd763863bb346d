import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { refresh } from '../../kit/api/query.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { nextPicture } from '../../kit/browser/next-picture.ts'
import { hrefOf, linkTo } from '../../kit/routing/address.ts'
import type { Tab } from '../../kit/routing/screen.ts'
import { RESEARCH_SUMMARY, useViewer } from '../../kit/routing/viewer.ts'
import { tapLeadsTo, tapScrollsTo } from '../navigation/memory.ts'
import { useMemory } from '../navigation/remember.ts'
import classes from './layout.module.css'
import { badgeText, isCompact, type TabEntry, tabsOf } from './tab-table.ts'

function Roof() {
  return (
    <svg className={classes.roof} width="34" height="9" viewBox="0 0 34 9" aria-hidden="true">
      <path
        d="M2 8 9 3.5 17 1l8 2.5L32 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

const nothingOpen = () => 0

function TabLink({ entry, active, compact }: { entry: TabEntry; active: Tab | undefined; compact: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const memory = useMemory()
  const { tab, screen, icon: Icon, reads, useOpen = nothingOpen } = entry
  const open = useOpen()
  const badge = badgeText(open)
  return (
    <Link
      to={tapLeadsTo(tab, hrefOf(linkTo(screen)), active, memory)}
      state={{ scroll: tapScrollsTo(tab, active, memory) }}
      className={classes.tab}
      activeProps={{}}
      aria-current={tab === active ? 'page' : undefined}
      // Looking through all reads takes a slow phone longer than the picture of the tap may wait.
      onClick={() => void nextPicture().then(() => refresh(client, reads))}
    >
      <Roof />
      <span className={classes.tabIcon}>
        <Icon size={compact ? 23 : 26} stroke={tab === active ? 2.1 : 1.8} />
        {badge && (
          <span className={classes.badge} aria-hidden="true">
            {badge}
          </span>
        )}
      </span>
      {t(`tab.${tab}`)}
      {badge && <span className="bm-hidden">{t('open_alerts', { count: open, number: badge })}</span>}
    </Link>
  )
}

interface BarProps {
  tabs: readonly TabEntry[]
  active: Tab | undefined
  mobile: boolean
}

export function TabBar({ tabs, active, mobile }: BarProps) {
  const { t } = useTranslation()
  const compact = isCompact(tabs.length, mobile)
  return (
    <nav className={classes.tabs} aria-label={t('tabs')} data-compact={compact || undefined}>
      {tabs.map(entry => (
        <TabLink key={entry.tab} entry={entry} active={active} compact={compact} />
      ))}
    </nav>
  )
}

/** The tabs: at the bottom of a phone, a rail at the left of a desktop. */
export function Tabs({ active }: { active: Tab | undefined }) {
  const viewer = useViewer()
  useQuery(RESEARCH_SUMMARY)
  return <TabBar tabs={tabsOf(viewer, active)} active={active} mobile={!useIsDesktop()} />
}
