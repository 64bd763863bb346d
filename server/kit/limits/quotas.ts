import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import { countUp } from './limit-store.ts'

/**
 * Quotas of one account, for what it may have or do, unless the installation says otherwise; its administrators may
 * have more.
 */
export const QUOTAS = {
  /** Devices owned at a time. */
  devices: 500,
  /** Locations owned at a time, deleted ones that can be brought back among them. */
  locations: 200,
  rules: 1000,
  /** Keys of one device. */
  keys: 20,
  /** Calibrations of one device. */
  calibrations: 500,
  /** Mails a day to people without an account. */
  letters_to_strangers: 50,
  /** Offers a day of devices, loans, locations and projects to other people. */
  offers: 100,
  /** Groups owned. */
  groups: 50,
  /** People of one group, invited ones among them. */
  group_people: 500,
  /** Invitations a day to groups, those sent again among them. */
  invitations: 100,
  /** Live pages at a time, in one process. */
  streams: 50,
  push_subscriptions: 20,
  /** Messengers, telephones and other services by which an account is told. */
  contact_points: 10,
  /** SMS and calls a day to one account: each costs it money. Administrators have no more. */
  paid_messages: 50,
  /** Access tokens of an account, ended ones among them until they are revoked or forgotten. */
  tokens: 50,
  passkeys: 20,
  /** Notes of one research project. */
  project_notes: 500,
  /** Areas of one location. */
  areas: 500,
  /** Checklists that an account made. */
  checklists: 500,
  /** Notes of one area. */
  area_notes: 5000,
  /** Floor plans of one location. */
  floor_plans: 30,
  /** Frozen versions of one research project, deleted ones among them. */
  snapshots: 100,
  /** Wall displays. */
  displays: 20,
  /** Feeds for calendars and spreadsheets. */
  feeds: 50,
  /** Boards of charts. */
  boards: 100,
} as const
export type Quota = keyof typeof QUOTAS
export type Quotas = Record<Quota, number>

export const settingOf = (quota: string): string => `QUOTA_${quota.toUpperCase()}`

interface Asking {
  environment: { quotas: Quotas }
  user: { id: number; admin: boolean }
}

/** Throws quota_reached when an account has as many as it may have already. Administrators look after the installation: none of theirs is counted. */
export const requireQuota = ({ environment, user }: Asking, quota: Quota, used: number): void => {
  const most = environment.quotas[quota]
  if (!user.admin && used >= most) throw new Failure('quota_reached', { quota: { name: quota, most } })
}

/** Counts what an account does in a day. Throws quota_reached beyond what it may do. */
export const spendQuota = async (
  context: Asking & Pick<Services, 'now'> & { db: Database },
  quota: Quota,
  by: number,
): Promise<void> => {
  if (by === 0) return
  const { db, environment, now, user } = context
  const { count } = await countUp(db, { policy: quota, key: String(user.id), now: now(), withinMs: DAY_MS, by })
  if (count > environment.quotas[quota]) requireQuota(context, quota, count)
}
