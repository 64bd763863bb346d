import type { Session } from '../../kit/api/session.ts'

/** `everyone`: open always · `visitor`: only before signing in · `signedIn`: only after. */
export type Who = 'everyone' | 'visitor' | 'signedIn'

export type Verdict = { do: 'enter' } | { do: 'validate' } | { do: 'home' } | { do: 'signIn'; redirectFrom: string }

/** Decides what happens to somebody who opens a screen (specification §2). */
export const verdictOn = (who: Who, session: Session, href: string): Verdict => {
  const isIn = session.token !== null
  if (isIn && session.user === null) return { do: 'validate' }
  if (who === 'everyone') return { do: 'enter' }
  if (who === 'visitor') return { do: isIn ? 'home' : 'enter' }
  if (isIn) return { do: 'enter' }
  return { do: 'signIn', redirectFrom: href }
}

/** Resource the number in an address names, by the first part of the address. */
const NAMED: Readonly<Record<string, string>> = {
  data: 'device',
  devices: 'device',
  'device-settings': 'device',
  calibration: 'device',
  areas: 'area',
  locations: 'location',
  'alarm-plan': 'location',
  alertrules: 'rule',
  inspections: 'inspection',
  checklist: 'checklist',
  manuals: 'manual',
}

/** Resource that the address of a screen names. */
export const resourceIn = (path: string): string =>
  path.startsWith('/data/schedule/') ? 'location_research' : (NAMED[path.split('/')[1] ?? ''] ?? 'page')

/** The editor of a checklist is also where a new one is written. */
const NEW_LIST = '/checklist/$id/edit'

/**
 * Names the resource that is missing for certain, as the id in the address is no number; the server need not be asked.
 * Undefined where the id may be one.
 */
export const notThere = (path: string, id: string | undefined): string | undefined => {
  if (id === undefined || /^\d+$/.test(id)) return undefined
  if (path === NEW_LIST && id === 'new') return undefined
  return resourceIn(path)
}
