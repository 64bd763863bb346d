import { IconBell, IconCalendarEvent, IconChartLine, IconNotebook, IconWind } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { useOpenAlerts } from '../../alerts/list/open-alerts.ts'
import { alertsScreen } from '../../alerts/screens.ts'
import { diaryScreen } from '../../diary/screens.ts'
import { emissionScreen } from '../../emissions/screens.ts'
import type { Address } from '../../kit/routing/address.ts'
import type { Tab, WhoSees } from '../../kit/routing/screen.ts'
import { sees, type Viewer } from '../../kit/routing/visibility.ts'
import { homeScreen } from '../../locations/screens.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { planningScreen } from '../../research/screens.ts'
import { BarnIcon } from '../../ui/icons/barn-icon.tsx'

export interface TabEntry {
  tab: Tab
  /** Opened by a tap, until the tab has been somewhere else. */
  screen: Address
  icon: ComponentType<{ size?: number; stroke?: number }>
  who: WhoSees
  /** Read again at each tap. */
  reads: readonly Endpoint[]
  /** Pressed after `g`. */
  key: string
  /** Number of things that wait there for somebody to do something; a hook. */
  useOpen?: () => number
}

const ALERTS = [api.listAlerts, api.getAlertSummary]

/** The tabs in their order (specification §2); a new one is one entry. */
export const TABS: readonly TabEntry[] = [
  {
    tab: 'locations',
    screen: homeScreen,
    icon: BarnIcon,
    who: 'signedIn',
    reads: [api.listLocations, api.listLocationResearch, api.getResearchSummary, api.listLast, ...ALERTS],
    key: 'l',
  },
  {
    tab: 'data',
    screen: dataScreen,
    icon: IconChartLine,
    who: 'signedIn',
    reads: [api.listSensors, api.listLast, api.getLast, api.getSeries, api.listAlertRules, ...ALERTS],
    key: 'd',
  },
  {
    tab: 'emission',
    screen: emissionScreen,
    icon: IconWind,
    who: 'emission',
    reads: [api.getEmissions, api.getEmissionLogbook],
    key: 'e',
  },
  {
    tab: 'diary',
    screen: diaryScreen,
    icon: IconNotebook,
    who: 'signedIn',
    reads: [api.pageInspections, api.listInspectionItems, api.listInspectionClimate],
    key: 'i',
  },
  {
    tab: 'planning',
    screen: planningScreen,
    icon: IconCalendarEvent,
    who: 'research',
    // Research including future.
    reads: [api.listLocationResearch, api.getResearchSummary, api.listResearch, api.listAvailability],
    key: 'p',
  },
  {
    tab: 'alerts',
    screen: alertsScreen,
    icon: IconBell,
    who: 'signedIn',
    reads: [api.listAlertRules, ...ALERTS],
    key: 'a',
    useOpen: useOpenAlerts,
  },
]

/** Tabs a viewer has; the one that is open stands among them, however they came to it. */
export const tabsOf = (viewer: Viewer, active: Tab | undefined): TabEntry[] =>
  TABS.filter(({ tab, who }) => tab === active || sees(who, viewer))

const COMPACT_FROM = 5

/** Smaller icons and labels where many tabs share the width of a phone. */
export const isCompact = (tabs: number, mobile: boolean): boolean => mobile && tabs >= COMPACT_FROM

const MOST = 99

/** Text of the badge on a tab; null for none. */
export const badgeText = (open: number): string | null => {
  if (open <= 0) return null
  return open > MOST ? `${MOST}+` : String(open)
}
