import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type CallTransport, call as callOnce, urlOf } from '#shared/contract/call.ts'
import type { Checklist, ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import de from '#shared/locales/de/demo-diary.json' with { type: 'json' }
import en from '#shared/locales/en/demo-diary.json' with { type: 'json' }
import es from '#shared/locales/es/demo-diary.json' with { type: 'json' }
import nl from '#shared/locales/nl/demo-diary.json' with { type: 'json' }
import { countedAnswers } from '#shared/rules/diary/checklist.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { normal, round, uniform } from './climate/noise.ts'
import { scene } from './climate/scene.ts'
import type { DemoArea } from './farms/farm.ts'
import { whenTaken } from './sending/send.ts'

const TEXTS: Record<Language, typeof en> = { de, en, es, nl }
const NOTES = ['fine', 'drinkers', 'cough', 'fan', 'ammonia', 'litter', 'damage'] as const
const WEEK = 7 * DAY_MS
/** Number of weeks with photos in each area with pigs, which is all that can be drawn. */
const WITH_PHOTOS = 2
const PIGS: readonly string[] = ['piglet', 'pig', 'sow']

const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

/** An area of the demo farm as the server knows it. */
export interface Visited {
  location_id: number
  area_id: number
  area_type_id: number
  zone: string
  area: DemoArea
}

/** Usual mean and deviation of each number. Numbers that are not here stay open. */
const USUAL: Record<string, readonly [mean: number, deviation: number]> = {
  animals_dead: [0.4, 0.8],
  animals_culled: [0.3, 0.6],
  animals_sick_count: [2, 1],
  animals_lame: [1, 1],
  animals_weight: [1.4, 0.5],
  pigs_tail_biting_count: [3, 1.5],
  water_flow: [1.1, 0.2],
  emission_slurry_level: [60, 20],
  cattle_mastitis: [1.5, 1],
  cattle_milk: [29, 1.5],
  calves_colostrum: [3.5, 0.5],
  feed_amount: [1400, 120],
}

/** Writes a round a week into the diary, from `days` ago until `now` (epoch ms), in the language of who loads the farm. */
export const writeDiary = async (
  areas: readonly Visited[],
  now: number,
  days: number,
  user: CallTransport,
): Promise<void> => {
  const { locale } = await call(api.authenticate, {}, user)
  await writeNotes(areas, now, TEXTS[locale], user)
  const { checklists } = await call(api.listChecklists, { query: {} }, user)
  for (const visited of areas)
    for (let week = 0; week * WEEK + DAY_MS < days * DAY_MS; week++)
      await writeRound(visited, checklists, { week, now, user, texts: TEXTS[locale] })
}

/** Writes two notes of the first area: of a moment yesterday, and of a stretch of time before. */
const writeNotes = async ([first]: readonly Visited[], now: number, texts: typeof en, user: CallTransport) => {
  if (!first) return
  const params = { id: first.area_id }
  const ago = (hours: number) => new Date(now - hours * HOUR_MS).toISOString()
  const { inlets, fan } = texts.area_notes
  await call(api.createAreaNote, { params, body: { start: ago(8), text: inlets } }, user)
  await call(api.createAreaNote, { params, body: { start: ago(50), end: ago(26), text: fan } }, user)
}

interface Round {
  week: number
  now: number
  user: CallTransport
  texts: typeof en
}

const writeRound = async (visited: Visited, checklists: Checklist[], { week, now, user, texts }: Round) => {
  const { area, location_id, area_id, area_type_id, zone } = visited
  const seed = area.seed * 31 + 7
  const time = now - (now % DAY_MS) - week * WEEK - DAY_MS + 6 * HOUR_MS + Math.floor(uniform(seed, week) * 3 * HOUR_MS)
  const list = checklists.find(one => one.ready_made && one.area_type_id === area_type_id)
  const mood = uniform(seed + 1, week)
  const isLast = week === 0
  const note = mood > 0.55 ? 'fine' : NOTES[1 + Math.floor(uniform(seed + 2, week) * (NOTES.length - 1))]
  const { id } = await call(
    api.createInspection,
    {
      body: {
        client_id: randomUUID(),
        location_id,
        area_ids: [area_id],
        date: new Date(time).toISOString(),
        impression: mood > 0.35 ? 'good' : mood > 0.1 ? 'neutral' : 'bad',
        needs_attention: mood < 0.15,
        notes: mood > 0.85 ? '' : texts.notes[note ?? 'fine'],
        ...(isLast && note !== 'fine'
          ? { reminder_date: new Date(now + 3 * DAY_MS).toISOString(), reminder: texts.reminder }
          : {}),
        ...(list ? { checklist_id: list.id, answers: answersTo(list.items, seed, week, mood) } : {}),
      },
    },
    user,
  )
  if (week < WITH_PHOTOS && PIGS.includes(area.species)) await sendPicture(id, scene(area.seed, time, zone), time, user)
}

const answersTo = (items: readonly ChecklistItem[], seed: number, week: number, mood: number) => {
  const given = items.flatMap((item, index): [string, Answer][] => {
    const answer = answerTo(item, seed + 100 * index, week, mood)
    return answer === null ? [] : [[item.key, answer]]
  })
  return countedAnswers(items, Object.fromEntries(given))
}

/** Answer to an item: one that is seldom wrong is a bit more often wrong on a bad day. `mood` is 0 to 1. */
const answerTo = (item: ChecklistItem, seed: number, week: number, mood: number): Answer | null => {
  const chance = uniform(seed, week)
  const isWrong = chance < 0.16 * (1.2 - mood)
  switch (item.input) {
    case 'yes_no':
      return !isWrong
    case 'yes_is_bad':
      return isWrong
    case 'smileys':
      return isWrong ? 'bad' : chance < 0.3 ? 'neutral' : 'good'
    case 'score_5':
      return isWrong ? 2 : chance < 0.4 ? 4 : chance < 0.55 ? 3 : 5
    case 'grade_10':
      return isWrong ? 5 : 7 + Math.floor(chance * 3)
    case 'percentage':
      return Math.round(Math.abs(normal(seed, week)) * 12 + (isWrong ? 20 : 2))
    case 'choice':
      return item.choices[isWrong ? item.choices.length - 1 : chance < 0.3 ? 1 : 0]?.value ?? null
    case 'choices':
      return item.choices.slice(0, 1).map(choice => choice.value)
    case 'number':
      return numberTo(item, normal(seed, week))
    default:
      return null
  }
}

const numberTo = ({ key, decimals, min, max }: ChecklistItem, spread: number): number | null => {
  const [mean, deviation] = USUAL[key] ?? []
  if (mean === undefined || deviation === undefined) return null
  return Math.min(max ?? mean, Math.max(min ?? 0, round(mean + deviation * spread, decimals ?? 0)))
}

const sendPicture = async (
  id: number,
  drawn: string,
  time: number,
  { origin, token }: CallTransport,
): Promise<void> => {
  const picture = await sharp(Buffer.from(drawn)).jpeg({ quality: 80 }).toBuffer()
  const query = { client_id: randomUUID(), time: new Date(time).toISOString() }
  const answer = await fetch(`${origin}${urlOf(api.sendInspectionPhoto, { params: { id }, query })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  if (!answer.ok) throw new Error(`A photo of an inspection was answered ${answer.status}`)
}
