/** Field of what a person enters to be reached by a service. */
export interface ContactField {
  /** Shape of its text: address of a server, telephone number (or several), one word, one of some, or any text. */
  type: 'address' | 'template' | 'phone' | 'phones' | 'word' | 'choice' | 'text' | 'lines'
  /** Kept sealed, and never shown again. */
  secret?: true
  optional?: true
  initial?: string
  /** Pattern of the whole text. */
  pattern?: RegExp
  choices?: readonly string[]
  most: number
}

export interface ContactServiceForm {
  /** Way it tells: a message that may be long, a short one, or a voice. */
  kind: 'messenger' | 'sms' | 'voice'
  /** Each message costs its reader money: there is a limit a day. */
  isPaid: boolean
  fields: Readonly<Record<string, ContactField>>
}

const server = (initial?: string): ContactField => ({
  type: 'address',
  most: 300,
  ...(initial === undefined ? {} : { initial }),
})
const SECRET: ContactField = { type: 'word', secret: true, most: 500, pattern: /^[\x21-\x7e]+$/ }
const PHONE: ContactField = { type: 'phone', most: 40 }
/** Telephone number, or up to eleven letters and digits that stand in its place. */
const SENDER: ContactField = { type: 'word', most: 20, pattern: /^(\+?\d{3,16}|[A-Za-z0-9 ]{1,11})$/ }

const TWILIO = {
  account: { type: 'word', most: 34, pattern: /^AC[0-9a-f]{32}$/ },
  token: SECRET,
  from: PHONE,
  to: PHONE,
  server: server('https://api.twilio.com'),
} as const
const SEVEN = {
  token: SECRET,
  from: { ...SENDER, optional: true },
  to: PHONE,
  server: server('https://gateway.seven.io'),
} as const

/** Services that can tell a person of alerts: what each needs to know. A new one is a record here and one at the server. */
export const CONTACT_SERVICES = {
  ntfy: {
    kind: 'messenger',
    isPaid: false,
    fields: {
      server: server('https://ntfy.sh'),
      topic: { type: 'word', most: 64, pattern: /^[-_A-Za-z0-9]{1,64}$/ },
      token: { ...SECRET, optional: true },
    },
  },
  telegram: {
    kind: 'messenger',
    isPaid: false,
    fields: {
      token: { ...SECRET, pattern: /^\d{3,20}:[-_A-Za-z0-9]{20,200}$/ },
      chat: { type: 'word', most: 40, pattern: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/ },
      server: server('https://api.telegram.org'),
    },
  },
  matrix: {
    kind: 'messenger',
    isPaid: false,
    fields: { server: server(), token: SECRET, room: { type: 'word', most: 255, pattern: /^![^\s/?#]+$/ } },
  },
  signal: {
    kind: 'messenger',
    isPaid: false,
    fields: {
      server: server(),
      from: PHONE,
      to: { type: 'phones', most: 300 },
      user: { type: 'word', optional: true, most: 100, pattern: /^[^\s:]+$/ },
      password: { type: 'text', secret: true, optional: true, most: 200 },
    },
  },
  twilio_sms: { kind: 'sms', isPaid: true, fields: TWILIO },
  twilio_voice: { kind: 'voice', isPaid: true, fields: TWILIO },
  vonage_sms: {
    kind: 'sms',
    isPaid: true,
    fields: {
      key: { type: 'word', most: 40, pattern: /^[0-9A-Za-z]+$/ },
      token: SECRET,
      from: SENDER,
      to: PHONE,
      server: server('https://rest.nexmo.com'),
    },
  },
  messagebird_sms: {
    kind: 'sms',
    isPaid: true,
    fields: { token: SECRET, from: SENDER, to: PHONE, server: server('https://rest.messagebird.com') },
  },
  seven_sms: { kind: 'sms', isPaid: true, fields: SEVEN },
  seven_voice: { kind: 'voice', isPaid: true, fields: SEVEN },
  sipgate_sms: {
    kind: 'sms',
    isPaid: true,
    fields: {
      user: { type: 'word', most: 60, pattern: /^[^\s:]+$/ },
      token: SECRET,
      extension: { type: 'word', most: 10, pattern: /^s\d+$/, initial: 's0' },
      to: PHONE,
      server: server('https://api.sipgate.com'),
    },
  },
  other: {
    kind: 'sms',
    isPaid: true,
    fields: {
      method: { type: 'choice', most: 4, choices: ['POST', 'PUT', 'GET'], initial: 'POST' },
      url: { type: 'template', most: 1000 },
      format: { type: 'choice', most: 4, choices: ['json', 'form', 'text', 'none'], initial: 'json' },
      body: { type: 'lines', optional: true, most: 4000, initial: '{"to": "{to}", "text": "{text}"}' },
      headers: { type: 'lines', optional: true, most: 2000, initial: 'Authorization: Bearer {secret}' },
      to: { type: 'text', optional: true, most: 200 },
      secret: { type: 'text', secret: true, optional: true, most: 500 },
    },
  },
} as const satisfies Record<string, ContactServiceForm>

export type ContactServiceKey = keyof typeof CONTACT_SERVICES
export const CONTACT_SERVICE_KEYS = Object.keys(CONTACT_SERVICES) as [ContactServiceKey, ...ContactServiceKey[]]

export const formOfService = (service: ContactServiceKey): ContactServiceForm => CONTACT_SERVICES[service]

/** Number as the world dials it: a plus, the country and up to 15 digits; empty where it is none. */
export const internationalPhone = (text: string): string => {
  const digits = text.replace(/\(0\)/, '').replaceAll(/[\s()/.-]/g, '')
  const written = digits.startsWith('00') ? `+${digits.slice(2)}` : digits
  return /^\+[1-9]\d{6,14}$/.test(written) ? written : ''
}

/** Words in braces that a request of one's own is filled with. */
export const PLACEHOLDERS = ['text', 'sentence', 'title', 'link', 'to', 'secret', 'urgency', 'id'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const PLACES = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')

/** Fills `{to}` and its like in a text of a request; `write` says how a value is written there. */
export const fillPlaces = (text: string, write: (name: Placeholder) => string): string =>
  text.replace(PLACES, (_, name: Placeholder) => write(name))

/** Headers that are the connection's own. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|cookie)$/i

/** Headers written one a line, `Name: value`; null where a line is none. */
export const headersIn = (text: string): [string, string][] | null => {
  const headers: [string, string][] = []
  for (const line of text.split('\n').map(one => one.trim())) {
    if (line === '') continue
    const [, name = '', value = ''] = /^([-!#$%&'*+.^_`|~0-9A-Za-z]+):(.*)$/.exec(line) ?? []
    if (name === '' || OWN_HEADERS.test(name)) return null
    headers.push([name.toLowerCase(), value.trim()])
  }
  return headers
}

/** Fields of a form written one a line, `name=value`; null where a line is none. */
export const formFieldsIn = (text: string): [string, string][] | null => {
  const fields: [string, string][] = []
  for (const line of text.split('\n').map(one => one.trim())) {
    if (line === '') continue
    const at = line.indexOf('=')
    if (at < 1) return null
    fields.push([line.slice(0, at).trim(), line.slice(at + 1)])
  }
  return fields
}

/** Name or number of a host with its port; user names and passwords stand in no address. */
const HOST = String.raw`https?:\/\/(?:[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?`
const ADDRESS = new RegExp(`^${HOST}(?:/[^\\s?#\\\\]*)?$`, 'iu')
/** Address with places behind its host: nothing that is sent decides where it goes. */
const TEMPLATE = new RegExp(`^${HOST}(?:[/?][^\\s#\\\\]*)?$`, 'iu')

const isJson = (text: string): boolean => {
  try {
    JSON.parse(fillPlaces(text, () => 'x'))
    return true
  } catch {
    return false
  }
}

/** Character that ends a line or turns text round, in a text of one line. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const problemOfText = (field: ContactField, text: string): string | undefined => {
  const { type, pattern, choices = [], most } = field
  if (text.length > most) return 'too_long_field'
  if (type !== 'lines' && UNSEEN.test(text)) return 'one_line'
  if (type === 'address' && !ADDRESS.test(text)) return 'web_address'
  if (type === 'template' && !TEMPLATE.test(text)) return 'web_address'
  if (type === 'phone' && internationalPhone(text) === '') return 'phone_number'
  if (type === 'phones' && !phonesIn(text).every(internationalPhone)) return 'phone_number'
  if (type === 'choice' && !choices.includes(text)) return 'invalid'
  return pattern && !pattern.test(text) ? 'invalid' : undefined
}

/** Numbers between commas. */
export const phonesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map(one => one.trim())
    .filter(Boolean)

export type ContactSettings = Readonly<Record<string, string>>

/** Problems of what a person entered for a service, as codes by field. Secrets in `kept` may be left empty. */
export const problemsOfSettings = (
  service: ContactServiceKey,
  settings: ContactSettings,
  kept: readonly string[] = [],
): Record<string, string> => {
  const { fields } = formOfService(service)
  const problems: Record<string, string> = {}
  for (const name of Object.keys(settings)) if (!Object.hasOwn(fields, name)) problems[name] = 'unknown_field'
  for (const [name, field] of Object.entries(fields)) {
    const text = (settings[name] ?? '').trim()
    if (text === '') {
      if (!field.optional && !(field.secret && kept.includes(name))) problems[name] = 'required'
      continue
    }
    const problem = problemOfText(field, text)
    if (problem) problems[name] = problem
  }
  return service === 'other' ? { ...problemsOfRequest(settings), ...problems } : problems
}

const problemsOfRequest = ({ format, body = '', headers = '' }: ContactSettings): Record<string, string> => ({
  ...(headersIn(headers) === null ? { headers: 'header_lines' } : {}),
  ...(format === 'json' && !isJson(body) ? { body: 'json_text' } : {}),
  ...(format === 'form' && formFieldsIn(body) === null ? { body: 'form_lines' } : {}),
})

const withoutSlashes = (text: string): string => (text.endsWith('/') ? withoutSlashes(text.slice(0, -1)) : text)

/** Settings as they are kept: without spaces around them, numbers as they are dialled, and none that is empty. */
export const tidySettings = (service: ContactServiceKey, settings: ContactSettings): Record<string, string> => {
  const tidy: Record<string, string> = {}
  for (const [name, { type }] of Object.entries(formOfService(service).fields)) {
    const text = (settings[name] ?? '').trim()
    if (text === '') continue
    if (type === 'phone') tidy[name] = internationalPhone(text)
    else if (type === 'phones') tidy[name] = phonesIn(text).map(internationalPhone).join(', ')
    else if (type === 'address') tidy[name] = withoutSlashes(text)
    else tidy[name] = text
  }
  return tidy
}

/** Hosts that the secrets of a service are sent to; entered anew when one of them becomes another. */
export const originsOf = (service: ContactServiceKey, settings: ContactSettings): string[] =>
  Object.entries(formOfService(service).fields).flatMap(([name, { type }]) => {
    const text = (settings[name] ?? '').trim()
    return type === 'address' || type === 'template' ? [/^[^/]*\/\/[^/?#]*/.exec(text)?.[0].toLowerCase() ?? text] : []
  })
