import { linkTo, type Target } from './address.ts'
import { oneOf } from './parsers.ts'

/** Resources an address may name that do not exist, each with a sentence of its own. */
export const RESOURCES = [
  'device',
  'location',
  'area',
  'location_research',
  'rule',
  'inspection',
  'checklist',
  'manual',
  'account',
  'group',
  'research',
  'schedule',
  'version',
  'board',
] as const
export type Resource = (typeof RESOURCES)[number]

/** Address of the page that says what is not there. */
export const notFoundAddress = { path: '/404', params: {}, search: { resource: oneOf(RESOURCES) } } as const

export const notFound = (resource?: Resource): Target => linkTo(notFoundAddress, { search: { resource } })
