import { describe, expect, test } from 'vitest'
import type { WhoSees } from '../../kit/routing/screen.ts'
import { sees, type Viewer, WHO_SEES } from '../../kit/routing/visibility.ts'
import { type Addresses, addressesOf } from './addresses.ts'
import { DRAWER, drawerFor, type Group } from './drawer-entries.ts'

const viewer = (over: Partial<Viewer['user']> = {}, rest: Partial<Viewer> = {}): Viewer => ({
  user: { admin: false, permissions: [], ...over },
  plans: ['basic'],
  emissionResearch: false,
  projectResearch: false,
  ...rest,
})
const stranger: Viewer = { user: null, plans: [], emissionResearch: false, projectResearch: false }
const VIEWERS = {
  stranger,
  plain: viewer(),
  pro: viewer({ permissions: ['pro-analysis'] }),
  researcher: viewer({ permissions: ['research-analysis'] }),
  light: viewer({}, { plans: ['light', 'light'] }),
  mixed: viewer({}, { plans: ['light', 'pro'] }),
  beginner: viewer({}, { plans: [] }),
  emission: viewer({}, { emissionResearch: true }),
  project: viewer({}, { projectResearch: true }),
  admin: viewer({ admin: true }),
}
type Name = keyof typeof VIEWERS
const SIGNED_IN = ['plain', 'pro', 'researcher', 'light', 'mixed', 'beginner', 'emission', 'project', 'admin'] as const

/** People who see what is for …; everybody else does not. */
const TABLE: Record<WhoSees, readonly Name[]> = {
  everyone: ['stranger', ...SIGNED_IN],
  signedIn: SIGNED_IN,
  admin: ['admin'],
  'pro-analysis': ['pro', 'admin'],
  'research-analysis': ['researcher', 'admin'],
  emission: ['emission', 'admin'],
  research: ['researcher', 'project', 'admin'],
  alertRules: SIGNED_IN.filter(name => name !== 'light'),
}

describe('[specification §2, §6] who sees an entry', () => {
  test('the table names every rule', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(WHO_SEES).sort())
  })

  const cases = (Object.keys(TABLE) as WhoSees[]).flatMap(who =>
    (Object.keys(VIEWERS) as Name[]).map(name => [who, name, TABLE[who].includes(name)] as const),
  )
  test.each(cases)('what is for %s: %s %s', (who, name, expected) => {
    expect(sees(who, VIEWERS[name])).toBe(expected)
  })
})

const ALL: Addresses = { faq: 'f', consult: 'c', feedback: 'mailto:', website: 'w', api: '/api/docs' }
const NONE: Addresses = { faq: null, consult: null, feedback: null, website: null, api: '/api/docs' }
const labels = (groups: Group[]) => groups.map(({ heading, entries }) => [heading, entries.map(({ label }) => label)])

describe('[specification §2] the drawer', () => {
  test('has its groups in the given order', () => {
    expect(labels(drawerFor(VIEWERS.plain, ALL, false))).toEqual([
      [undefined, ['title.locations']],
      [
        'title.data',
        [
          'title.data',
          'title.boards',
          'title.schedules',
          'title.reports',
          'title.export',
          'title.exposure',
          'title.rounds',
          'title.devices',
        ],
      ],
      ['title.diary', ['title.diary', 'title.inspection_details', 'title.checklists']],
      [undefined, ['title.planning']],
      ['title.alerts', ['title.alerts', 'title.alert_rules', 'title.alarm_watch']],
      [undefined, ['title.research']],
      [
        'drawer.info',
        [
          'title.questions',
          'drawer.faq',
          'title.manuals',
          'title.glossary',
          'drawer.consult',
          'drawer.feedback',
          'title.new',
          'drawer.website',
          'title.groups',
          'title.audit_log',
          'drawer.api',
        ],
      ],
    ])
  })

  test('has a group of research for whoever may analyse it', () => {
    expect(labels(drawerFor(VIEWERS.researcher, ALL, false))).toContainEqual([
      'title.research',
      ['title.research_dashboard', 'title.research'],
    ])
  })

  test('leaves out what the operator named no address for', () => {
    const info = drawerFor(VIEWERS.plain, NONE, false).at(-1)
    expect(info?.entries.map(({ label }) => label)).toEqual([
      'title.questions',
      'title.manuals',
      'title.glossary',
      'title.new',
      'title.groups',
      'title.audit_log',
      'drawer.api',
    ])
  })

  test('lists the keys only where a keyboard is', () => {
    expect(labels(drawerFor(VIEWERS.plain, NONE, true)).flat(2)).toContain('keys.title')
    expect(labels(drawerFor(VIEWERS.plain, NONE, false)).flat(2)).not.toContain('keys.title')
  })

  test('offers a stranger only what is open to everyone, without an empty heading', () => {
    expect(labels(drawerFor(stranger, ALL, false))).toEqual([
      [
        'drawer.info',
        ['title.questions', 'drawer.faq', 'title.glossary', 'drawer.consult', 'drawer.website', 'drawer.api'],
      ],
    ])
  })

  test('takes a later entry as one line', () => {
    const [first = { entries: [] }] = DRAWER
    const [entry] = first.entries
    if (!entry) throw new Error('the drawer is empty')
    const drawer: Group[] = [{ heading: 'title.data', entries: [{ ...entry, who: 'emission' }] }]
    expect(drawerFor(VIEWERS.plain, ALL, false, drawer)).toEqual([])
    expect(drawerFor(VIEWERS.emission, ALL, false, drawer)).toEqual(drawer)
  })
})

test('[specification §2] feedback is a mail draft that carries user and browser, whatever they contain', () => {
  const help = {
    faq_url: null,
    consult_url: null,
    feedback_email: 'help+eu@example.org',
    website_url: null,
    map_style_url: null,
    map_aerial: null,
    mqtt_url: null,
  }
  const { feedback } = addressesOf(help, { subject: 'A & B', facts: ['User: 7', 'Browser: X/1 (a; b) & c=d'] })
  const url = new URL(feedback ?? '')
  expect(decodeURIComponent(url.pathname)).toBe('help+eu@example.org')
  expect(url.searchParams.get('subject')).toBe('A & B')
  expect(url.searchParams.get('body')).toMatch(/\r\nUser: 7\r\nBrowser: X\/1 \(a; b\) & c=d$/)
  expect(addressesOf(undefined, { subject: '', facts: [] }).feedback).toBeNull()
})
