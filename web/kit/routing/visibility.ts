import { hasAlertRules } from '#shared/rules/devices/plan.ts'
import type { User } from '../api/session.ts'
import type { Screen, WhoSees } from './screen.ts'

/** Facts about the viewer that decide which entries they see. */
export interface Viewer {
  user: Pick<User, 'admin' | 'permissions'> | null
  /** Plans of the devices they see. */
  plans: readonly ('light' | 'basic' | 'pro')[]
  /** Sees a placement that emissions can be worked out from. */
  emissionResearch: boolean
  /** Sees a research project: has made one, was asked or added, or has a device in one. */
  projectResearch: boolean
}

type Rule = (viewer: Viewer) => boolean

/** Like the server, administrators have every permission. */
const may =
  (permission: User['permissions'][number]): Rule =>
  ({ user }) =>
    user !== null && (user.admin || user.permissions.includes(permission))

/**
 * Rules for who sees an entry of drawer or tabs (specification §2, §6). An entry somebody may not see is absent, not
 * greyed.
 */
export const WHO_SEES = {
  everyone: () => true,
  signedIn: ({ user }) => user !== null,
  admin: ({ user }) => user?.admin === true,
  'pro-analysis': may('pro-analysis'),
  'research-analysis': may('research-analysis'),
  emission: ({ user, emissionResearch }) => user !== null && (user.admin || emissionResearch),
  /** Has research, or may have that of others; whoever plans without reaches it by drawer, search and plus menu. */
  research: ({ user, projectResearch }) =>
    user !== null && (user.admin || projectResearch || user.permissions.includes('research-analysis')),
  /** Everybody but those whose devices are all sensors only; without a device nothing is hidden yet. */
  alertRules: ({ user, plans }) => user !== null && hasAlertRules(plans),
} satisfies Record<WhoSees, Rule>

export const sees = (who: WhoSees, viewer: Viewer): boolean => WHO_SEES[who](viewer)

/** Tells whether a screen has something for this viewer: it opens, and its line in the drawer is theirs to see. */
export const opensFor = ({ who, drawer }: Pick<Screen, 'who' | 'drawer'>, viewer: Viewer): boolean =>
  (who === 'everyone' || viewer.user !== null) && (!drawer?.who || sees(drawer.who, viewer))
