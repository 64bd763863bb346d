import {
  IconAdjustmentsHorizontal,
  IconApi,
  IconBell,
  IconBook,
  IconCalendarEvent,
  IconChartLine,
  IconDeviceAnalytics,
  IconDownload,
  IconHelpCircle,
  IconKeyboard,
  IconListCheck,
  IconListDetails,
  IconMailForward,
  IconMessageCircleQuestion,
  IconMessageReport,
  IconNotebook,
  IconShieldCheck,
  IconSparkles,
  IconWorld,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { BarnIcon } from '../../ui/icons/barn-icon.tsx'
import { type Address, type Addresses, sees, type Viewer, type WhoSees } from '../routing/visibility.ts'

export interface Entry {
  /** Key of its text in app.json. */
  label: ParseKeys<'app'>
  icon: ComponentType<{ size?: number; stroke?: number }>
  who: WhoSees
  /** A screen of ours, an address outside, or something the drawer itself does. */
  leads: { to: string } | { out: Address } | { opens: 'keys' }
  /** A number at its right. */
  counts?: 'silent_devices'
  /** Shown only with a keyboard at hand. */
  deskOnly?: true
}

export interface Group {
  /** Key of its heading; the first group has none. */
  heading?: ParseKeys<'app'>
  entries: readonly Entry[]
}

/** The drawer from top to bottom (specification §2); a new screen is one line. */
export const DRAWER: readonly Group[] = [
  { entries: [{ label: 'title.locations', icon: BarnIcon, who: 'signedIn', leads: { to: '/' } }] },
  {
    heading: 'title.data',
    entries: [
      { label: 'title.data', icon: IconChartLine, who: 'signedIn', leads: { to: '/data' } },
      { label: 'title.export', icon: IconDownload, who: 'signedIn', leads: { to: '/export' } },
      {
        label: 'title.devices',
        icon: IconDeviceAnalytics,
        who: 'signedIn',
        leads: { to: '/devices' },
        counts: 'silent_devices',
      },
    ],
  },
  {
    heading: 'title.diary',
    entries: [
      { label: 'title.diary', icon: IconNotebook, who: 'signedIn', leads: { to: '/diary' } },
      { label: 'title.inspection_details', icon: IconListDetails, who: 'signedIn', leads: { to: '/inspections' } },
      { label: 'title.checklists', icon: IconListCheck, who: 'signedIn', leads: { to: '/checklists' } },
    ],
  },
  {
    entries: [
      { label: 'title.planning', icon: IconCalendarEvent, who: 'signedIn', leads: { to: '/researchplanning' } },
    ],
  },
  {
    heading: 'title.alerts',
    entries: [
      { label: 'title.alerts', icon: IconBell, who: 'signedIn', leads: { to: '/alerts' } },
      { label: 'title.alert_rules', icon: IconAdjustmentsHorizontal, who: 'alertRules', leads: { to: '/alertrules' } },
      { label: 'title.alarm_watch', icon: IconShieldCheck, who: 'signedIn', leads: { to: '/alarm-watch' } },
    ],
  },
  {
    heading: 'drawer.info',
    entries: [
      { label: 'drawer.faq', icon: IconHelpCircle, who: 'everyone', leads: { out: 'faq' } },
      { label: 'title.manuals', icon: IconBook, who: 'signedIn', leads: { to: '/manuals' } },
      { label: 'drawer.consult', icon: IconMessageCircleQuestion, who: 'everyone', leads: { out: 'consult' } },
      { label: 'drawer.feedback', icon: IconMessageReport, who: 'signedIn', leads: { out: 'feedback' } },
      { label: 'title.new', icon: IconSparkles, who: 'signedIn', leads: { to: '/new' } },
      { label: 'drawer.website', icon: IconWorld, who: 'everyone', leads: { out: 'website' } },
      { label: 'title.outgoing_mail', icon: IconMailForward, who: 'admin', leads: { to: '/outgoing-mail' } },
      { label: 'drawer.api', icon: IconApi, who: 'everyone', leads: { out: 'api' } },
      { label: 'keys.title', icon: IconKeyboard, who: 'everyone', leads: { opens: 'keys' }, deskOnly: true },
    ],
  },
]

/** Groups of the drawer as this viewer sees them. A heading with nothing below it is gone too. */
export const drawerFor = (
  viewer: Viewer,
  addresses: Addresses,
  desk: boolean,
  drawer: readonly Group[] = DRAWER,
): Group[] =>
  drawer
    .map(group => ({
      ...group,
      entries: group.entries.filter(
        ({ who, leads, deskOnly }) =>
          sees(who, viewer) && (!('out' in leads) || addresses[leads.out] !== null) && (desk || !deskOnly),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
