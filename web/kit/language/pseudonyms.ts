import type { OfferKind } from '#shared/contract/fixed.ts'

/** Kind of thing a text of an answer names. */
export type Named =
  | 'location'
  | 'area'
  | 'group'
  | 'device'
  | 'label'
  | 'person'
  | 'file'
  | 'email'
  | 'phone'
  | 'address'
  | 'street'
  | 'house'
  | 'postal_code'
  | 'town'
  | 'holding'
  | 'tag'
  | 'research'
  | 'rule'
  | 'note'
  | 'lat'
  | 'lon'

type Fields = Record<string, unknown>

const FIELDS: Partial<Record<string, Named>> = {
  location_name: 'location',
  area_name: 'area',
  group_items: 'group',
  email: 'email',
  pending_email: 'email',
  recipient: 'email',
  recipients: 'email',
  rule_name: 'rule',
  note: 'note',
  remark: 'note',
  subject: 'note',
  phone: 'phone',
  asked_by: 'person',
  started_by: 'person',
  acknowledged_by: 'person',
  stand_in_name: 'person',
  checks: 'note',
  people: 'email',
  created_by: 'person',
  person: 'person',
  user: 'person',
  object_name: 'note',
  concerns: 'note',
  token_name: 'note',
  downloaded_by: 'person',
  read_by: 'person',
  said_by: 'person',
  led_by: 'person',
  dismissed_by: 'person',
  file_name: 'file',
  reference_device_name: 'device',
  network_name: 'device',
  topic: 'device',
  research_name: 'research',
  institution: 'holding',
  collection: 'holding',
  refusal: 'note',
  aim: 'note',
  purpose: 'note',
  conclusion: 'note',
  owners: 'email',
  group_name: 'holding',
  shared_by: 'person',
  invited_by: 'email',
  username: 'person',
  changed_by: 'person',
  updated_by: 'person',
  written_by: 'person',
  authors: 'person',
  notes: 'note',
  reminder: 'note',
  owner_name: 'person',
  owner_email: 'email',
  address: 'address',
  label: 'address',
  street: 'street',
  number: 'house',
  postal_code: 'postal_code',
  city: 'town',
  ubn: 'holding',
  tag: 'tag',
  description: 'note',
  lat: 'lat',
  lon: 'lon',
}

/** Fields of the audit log that hold names, before and after. */
const AUDITED: Partial<Record<string, Named>> = {
  name: 'note',
  device_name: 'label',
  eui: 'label',
  email: 'email',
  owners: 'email',
  group: 'holding',
  people: 'email',
  recipients: 'email',
  wifi_name: 'note',
}

/** Fields of the settings of a contact point by which a person is reached. */
const REACHED: Partial<Record<string, Named>> = {
  to: 'phone',
  from: 'phone',
  chat: 'note',
  room: 'note',
  topic: 'note',
  user: 'note',
  account: 'note',
  key: 'note',
  url: 'note',
  headers: 'note',
  body: 'note',
}

const OFFERED: Record<OfferKind, Named> = {
  device: 'device',
  rental: 'device',
  location: 'location',
  research: 'research',
}

/** A plain `name` is told by what else its object holds; names of lists, quantities and settings stay. */
const ownName = (object: Fields, inside: string): Named | undefined => {
  if (inside === 'group_items') return 'group'
  if (inside === 'led_by') return 'person'
  if (inside === 'groups' || ('role' in object && 'people' in object)) return 'holding'
  if ('role' in object && 'user_id' in object) return 'person'
  if ('shared_by' in object) return 'location'
  if ('username' in object || ('roles' in object && 'email' in object)) return 'person'
  // A rule also names the place or the device it is for.
  if ('threshold_value' in object) return 'rule'
  if ('device_name' in object) return 'device'
  if ('subject_id' in object) return OFFERED[object.kind as OfferKind]
  if ('country_code' in object) return 'location'
  if ('scopes' in object || 'look' in object || 'only_act_now' in object) return 'note'
  if ('research_subject_id' in object) return 'research'
  if ('phone' in object || 'told_at' in object || 'channel' in object || ('note' in object && 'at' in object))
    return 'person'
  if ('content_type' in object) return 'file'
  // A floor plan bears the name of a building.
  if ('picture' in object && 'devices' in object) return 'note'
  // A board bears the words of its owner.
  if ('calendar' in object && 'interval' in object) return 'note'
  // A selection that was saved bears the words of who saved it.
  if ('search' in object) return 'note'
  // A checklist is for a kind of animal, too.
  return 'area_type_id' in object && !('ready_made' in object) ? 'area' : undefined
}

/**
 * Kind of thing the field of an object names; `inside` is the field the object itself stands in. Undefined: it may be
 * shown.
 */
const namedBy = (field: string, object: Fields, inside: string): Named | undefined => {
  if (inside === 'before' || inside === 'after') return AUDITED[field]
  if (inside === 'settings' && REACHED[field]) return REACHED[field]
  if (field === 'name') return ownName(object, inside)
  // A device carries the name printed on it, a placement the one its user gave.
  if (field === 'device_name') return 'plan' in object ? 'label' : 'device'
  if ((field === 'before' || field === 'after') && 'field' in object) return AUDITED[String(object.field)]
  // Text somebody wrote on a photo.
  if (field === 'text' && 'at' in object) return 'note'
  // Notes of a project, and the title of a frozen version of its data.
  if ((field === 'title' && 'sha256' in object) || (['title', 'text'].includes(field) && 'written_by' in object))
    return 'note'
  // Title of a chart of a board.
  if (field === 'title' && 'lines' in object) return 'note'
  // Person whose reports come to a recipient, who may stop them.
  if (field === 'by' && 'stopped_at' in object) return 'person'
  // Address at which the file of an inspection lies.
  if (field === 'address' && 'content_type' in object) return undefined
  // Address on the network from which something was done.
  if (field === 'address' && 'token_name' in object) return undefined
  return FIELDS[field]
}

/** Sentences in which names may occur. */
const isProse = (field: string, object: Fields): boolean =>
  ('recipient' in object && ['subject', 'text', 'last_error'].includes(field)) ||
  ('channel' in object && field === 'error') ||
  // A citation is made of the names beside it.
  ('bibtex' in object && ['text', 'bibtex'].includes(field))

/** Lists, and lists of lists, of which any text may be a name: what an export is of, and how its file begins. */
const LISTS = ['names', 'head']

const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g

export interface Pseudonyms {
  /** The same data with pseudonyms. */
  hide: <Data>(data: Data) => Data
  /** Takes it back: the true names wherever a pseudonym stands. */
  reveal: <Data>(data: Data) => Data
  /** A sentence without the true names met so far. */
  hideIn: (text: string) => string
}

/**
 * Gives each true name a pseudonym, always the same, and knows the way back.
 * `pseudonymOf` words the nth of a kind; what it words must not depend on anything but language.
 */
export const createPseudonyms = (pseudonymOf: (named: Named, nth: number) => string | number): Pseudonyms => {
  const known = new Map<string, number>()
  const counts = new Map<Named, number>()
  const truths = new Map<unknown, unknown>()

  const nthOf = (named: Named, truth: unknown): number => {
    const key = `${named} ${truth}`
    const nth = known.get(key) ?? (counts.get(named) ?? 0) + 1
    if (!known.has(key)) counts.set(named, nth)
    known.set(key, nth)
    return nth
  }
  const hideOne = (named: Named, truth: unknown): unknown => {
    if (truth === null || truth === undefined || truth === '' || truths.has(truth)) return truth
    const kind = String(truth).includes('@') ? 'email' : named
    const masked = pseudonymOf(kind, nthOf(kind, truth))
    truths.set(masked, truth)
    return masked
  }
  const hideIn = (text: string): string =>
    [...truths]
      .filter((pair): pair is [string, string] => pair.every(part => typeof part === 'string' && part.length > 2))
      .sort(([, a], [, b]) => b.length - a.length)
      .reduce((result, [masked, truth]) => result.replaceAll(truth, masked), text)
      .replace(EMAIL, address => String(hideOne('email', address)))

  const hideAll = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(hideAll) : typeof value === 'string' ? hideIn(value) : value

  const hideField = (field: string, value: unknown, object: Fields, inside: string): unknown => {
    const named = namedBy(field, object, inside)
    if (typeof value === 'string' && isProse(field, object)) return hideIn(value)
    if (LISTS.includes(field) && Array.isArray(value)) return value.map(hideAll)
    if (named && Array.isArray(value) && typeof value[0] === 'string') return value.map(one => hideOne(named, one))
    return named && typeof value !== 'object' ? hideOne(named, value) : walk(value, field)
  }
  const walk = (value: unknown, inside: string): unknown => {
    // A column of a thousand numbers holds no name.
    if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(one => walk(one, inside)) : value
    if (typeof value !== 'object' || value === null) return value
    const object = value as Fields
    return Object.fromEntries(
      Object.entries(object).map(([field, one]) => [field, hideField(field, one, object, inside)]),
    )
  }

  const reveal = (value: unknown): unknown => {
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(reveal)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, reveal(one)]))
    return truths.get(value) ?? value
  }
  return {
    hide: data => walk(data, '') as typeof data,
    reveal: data => reveal(data) as typeof data,
    hideIn,
  }
}
