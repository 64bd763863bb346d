import {
  IconApi,
  IconKeyboard,
  IconLifebuoy,
  IconMessageCircleQuestion,
  IconMessageReport,
  IconWorld,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import type { DrawerEntry, DrawerGroup } from '../../kit/routing/screen.ts'
import { sees, type Viewer } from '../../kit/routing/visibility.ts'
import { SCREENS } from '../routing/all-screens.ts'
import type { Addresses, ExternalAddress } from './addresses.ts'

export interface DrawerLine extends Omit<DrawerEntry, 'group'> {
  /** Key of its text in app.json. */
  label: ParseKeys<'app'>
  /** A screen of ours, an address outside, or something the drawer itself does. */
  leads: { to: Target } | { out: ExternalAddress } | { opens: 'keys' }
  /** Shown only with a keyboard at hand. */
  deskOnly?: true
}

export interface Group {
  /** Key of its heading; a group of one entry has none. */
  heading?: ParseKeys<'app'>
  /** Has its heading only where the viewer sees more than one entry. */
  headsMany?: true
  entries: readonly DrawerLine[]
}

/** Groups in their order, with their headings (specification §2). */
const GROUPS: readonly (Omit<Group, 'entries'> & { group: DrawerGroup })[] = [
  { group: 'locations' },
  { group: 'data', heading: 'title.data' },
  { group: 'emission', heading: 'drawer.emission' },
  { group: 'diary', heading: 'title.diary' },
  { group: 'planning' },
  { group: 'alerts', heading: 'title.alerts' },
  { group: 'research', heading: 'title.research', headsMany: true },
  { group: 'info', heading: 'drawer.info' },
]

/** Entries that are no screen of ours; all stand in the last group. */
const OTHERS: readonly DrawerLine[] = [
  { label: 'drawer.faq', order: 10, icon: IconLifebuoy, who: 'everyone', leads: { out: 'faq' } },
  { label: 'drawer.consult', order: 30, icon: IconMessageCircleQuestion, who: 'everyone', leads: { out: 'consult' } },
  { label: 'drawer.feedback', order: 40, icon: IconMessageReport, leads: { out: 'feedback' } },
  { label: 'drawer.website', order: 60, icon: IconWorld, who: 'everyone', leads: { out: 'website' } },
  { label: 'drawer.api', order: 80, icon: IconApi, who: 'everyone', leads: { out: 'api' } },
  { label: 'keys.title', order: 90, icon: IconKeyboard, who: 'everyone', leads: { opens: 'keys' }, deskOnly: true },
]

const screensIn = (group: DrawerGroup): DrawerLine[] =>
  SCREENS.flatMap(screen =>
    screen.drawer?.group === group
      ? [{ ...screen.drawer, label: `title.${screen.title}` as const, leads: { to: linkTo(screen) } }]
      : [],
  )

/** The drawer from top to bottom: the screens that ask for a line in it, and what leads elsewhere. */
export const DRAWER: readonly Group[] = GROUPS.map(({ group, ...head }) => ({
  ...head,
  entries: [...screensIn(group), ...(group === 'info' ? OTHERS : [])].toSorted((one, other) => one.order - other.order),
}))

/** Groups of the drawer as this viewer sees them. A heading with nothing below it is gone too. */
export const drawerFor = (
  viewer: Viewer,
  addresses: Addresses,
  isDesktop: boolean,
  drawer: readonly Group[] = DRAWER,
): Group[] =>
  drawer
    .map(group => ({
      ...group,
      entries: group.entries.filter(
        ({ who = 'signedIn', leads, deskOnly }) =>
          sees(who, viewer) && (!('out' in leads) || addresses[leads.out] !== null) && (isDesktop || !deskOnly),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ headsMany, heading, ...group }) =>
      heading === undefined || (headsMany && group.entries.length < 2) ? group : { heading, ...group },
    )
