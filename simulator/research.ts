import { setTimeout as delay } from 'node:timers/promises'
import { type CallTransport, call as callOnce } from '#shared/contract/call.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import de from '#shared/locales/de/demo-diary.json' with { type: 'json' }
import en from '#shared/locales/en/demo-diary.json' with { type: 'json' }
import es from '#shared/locales/es/demo-diary.json' with { type: 'json' }
import nl from '#shared/locales/nl/demo-diary.json' with { type: 'json' }
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { whenTaken } from './sending/send.ts'

const TEXTS: Record<Language, Pick<typeof en, 'research' | 'research_notes'>> = { de, en, es, nl }
/** Days that a winter's research goes on after the farm was loaded. */
const AHEAD = 120

const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

/** Days from the start of the research on after which the animals got other feed, and which the frozen version holds. */
const FEED_AFTER = 30
const FROZEN_DAYS = 60
/** Interval of looks at the version that is made, and the time after which its page is left closed (ms). */
const LOOK_MS = 200
const MADE_WITHIN = 5 * MINUTE_MS

/**
 * Starts a research project in the language of who loads the farm, with two notes and one of the locations shared. The other has not
 * answered. Answers its id.
 */
export const startResearch = async (
  location_id: number,
  { anchor, start }: { anchor: number; start: number },
  user: CallTransport,
): Promise<number> => {
  const { locale } = await call(api.authenticate, {}, user)
  const { research, research_notes: notes } = TEXTS[locale]
  const from = new Date(start).toISOString()
  const body = {
    ...research,
    start: from,
    end: new Date(anchor + AHEAD * DAY_MS).toISOString(),
    target_measurements: ['t', 'h', 'co2', 'nh3'],
    demo: true,
  }
  const { id } = await call(api.createResearch, { body }, user)
  const consent = { location_id, answer: 'yes' as const, from }
  const params = { id }
  await call(api.createConsent, { params, body: consent }, user)
  const day = (number: number): string => new Date(start + number * DAY_MS).toISOString()
  const protocol = { kind: 'protocol' as const, start: from, title: notes.protocol, text: notes.protocol_text }
  await call(api.createResearchNote, { params, body: { ...protocol, end: day(FEED_AFTER) } }, user)
  const feed = { kind: 'feed' as const, start: day(FEED_AFTER), title: notes.feed, text: notes.feed_text }
  await call(api.createResearchNote, { params, body: feed }, user)
  return id
}

/** Freezes the first weeks of the research, once the history is in, and opens the page of the version to everybody. */
export const freezeResearch = async (
  id: number,
  { anchor, start }: { anchor: number; start: number },
  user: CallTransport,
): Promise<void> => {
  const params = { id }
  const { locale, name } = await call(api.authenticate, {}, user)
  const until = new Date(Math.min(anchor, start + FROZEN_DAYS * DAY_MS)).toISOString()
  const version = { from: new Date(start).toISOString(), until, step_seconds: 600 as const }
  const cited = { title: TEXTS[locale].research.name, authors: [name], licence: 'CC-BY-4.0' as const }
  // A load that was interrupted has frozen it already.
  const [known] = await call(api.listSnapshots, { params }, user)
  const { id: made } = known ?? (await call(api.createSnapshot, { params, body: { ...version, ...cited } }, user))
  for (let waited = 0; waited < MADE_WITHIN; waited += LOOK_MS) {
    const one = (await call(api.listSnapshots, { params }, user)).find(({ id }) => id === made)
    if (one?.status === 'ready') {
      await call(api.publishSnapshot, { params: { id: made }, body: { published: true, download: true } }, user)
      return
    }
    if (one?.status !== 'waiting' && one?.status !== 'running') return
    await delay(LOOK_MS)
  }
}
