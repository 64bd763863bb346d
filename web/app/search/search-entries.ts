import type { Device } from '#shared/contract/devices/devices.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import { displaysScreen } from '../../displays/screens.ts'
import { floorPlansScreen } from '../../floor-plans/screens.ts'
import type { GlossaryEntry } from '../../help/glossary/words.ts'
import type { QuestionEntry } from '../../help/questions/questions.ts'
import { glossaryScreen, manualScreen, questionsScreen } from '../../help/screens.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { homeScreen } from '../../locations/screens.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { projectScreen } from '../../research/screens.ts'

export const SEARCH_KINDS = ['location', 'area', 'device', 'research', 'page', 'action', 'question', 'word'] as const

export interface Found {
  kind: (typeof SEARCH_KINDS)[number]
  /** Unique among all. */
  id: string
  name: string
  /** Name of the place it belongs to, in grey. */
  place: string
  /** Other words people look for it by, such as "excel" for the data export. */
  words?: string
  /** A screen it leads to, or something it does at once. */
  leads: { to: Target } | { act: () => void }
}

/** Locations, for somebody with several: `open` shows one alone. */
export const locationEntries = (locations: readonly Location[], open: (id: number) => void): Found[] =>
  locations.length < 2
    ? []
    : locations.map(({ id, name, city, tag, groups }) => ({
        kind: 'location',
        id: `location-${id}`,
        name,
        place: [city, tag, ...groups.map(group => group.name)].filter(Boolean).join(' · '),
        leads: { act: () => open(id) },
      }))

/** Areas lead to the data of the device that hangs there, else to home. */
export const areaEntries = (locations: readonly Location[], devices: readonly Device[]): Found[] => {
  const byArea = new Map(devices.toReversed().map(device => [device.placement?.area_id, device]))
  return locations.flatMap(location =>
    location.areas.map(area => {
      const device = byArea.get(area.id)
      return {
        kind: 'area' as const,
        id: `area-${area.id}`,
        name: area.name,
        place: [location.name, location.tag].filter(Boolean).join(' · '),
        leads: {
          to: device
            ? linkTo(dataScreen, { params: { id: device.id } })
            : linkTo(homeScreen, { hash: `area-${area.id}` }),
        },
      }
    }),
  )
}

/** Devices, found also by what is printed on them: the name their maker gave them, and the EUI. */
export const deviceEntries = (devices: readonly Device[]): Found[] =>
  devices.map(({ id, name, device_name, eui, placement }) => ({
    kind: 'device',
    id: `device-${id}`,
    name,
    place: placement ? `${placement.location_name} · ${placement.area_name}` : '',
    words: [device_name, eui].filter(Boolean).join(' '),
    leads: { to: linkTo(dataScreen, { params: { id } }) },
  }))

export const researchEntries = (projects: readonly Pick<Research, 'id' | 'name' | 'institution'>[]): Found[] =>
  projects.map(({ id, name, institution }) => ({
    kind: 'research',
    id: `research-${id}`,
    name,
    place: institution ?? '',
    leads: { to: linkTo(projectScreen, { params: { id } }) },
  }))

/** Wall displays of each own location, under the name of that screen. */
export const displayEntries = (locations: readonly Location[], name: string, words: string): Found[] =>
  locations
    .filter(({ may }) => may.includes('share'))
    .map(location => ({
      kind: 'page',
      id: `displays-${location.id}`,
      name,
      place: location.name,
      words,
      leads: { to: linkTo(displaysScreen, { params: { id: location.id } }) },
    }))

/** Floor plans of each location that has some, or of which the person may add one, under the name of that screen. */
export const floorPlanEntries = (locations: readonly Location[], name: string, words: string): Found[] =>
  locations
    .filter(({ floor_plans, may }) => floor_plans !== undefined || may.includes('edit'))
    .map(location => ({
      kind: 'page',
      id: `floor-plans-${location.id}`,
      name,
      place: location.name,
      words,
      leads: { to: linkTo(floorPlansScreen, { params: { id: location.id } }) },
    }))

/** Manuals, each with the words people look for it by, below the screen that lists them. */
export const manualEntries = (
  manuals: readonly { key: string; name: string }[],
  place: string,
  words: Readonly<Partial<Record<string, string>>>,
): Found[] =>
  manuals.map(({ key, name }) => ({
    kind: 'page',
    id: `manual-${key}`,
    name,
    place,
    words: words[key] ?? '',
    leads: { to: linkTo(manualScreen, { params: { key } }) },
  }))

/** Questions that are answered, each with the place of its answer. */
export const questionEntries = (questions: readonly QuestionEntry[]): Found[] =>
  questions.map(({ id, question }) => ({
    kind: 'question',
    id: `question-${id}`,
    name: question,
    place: '',
    leads: { to: linkTo(questionsScreen, { hash: id }) },
  }))

/** Words of the glossary, each with the place where it is explained. */
export const wordEntries = (words: readonly GlossaryEntry[]): Found[] =>
  words.map(({ id, word }) => ({
    kind: 'word',
    id: `word-${id}`,
    name: word,
    place: '',
    leads: { to: linkTo(glossaryScreen, { hash: id }) },
  }))

/** 0 is the best; null when it is not what is looked for. */
const rankOf = ({ name, place, words: others = '' }: Found, words: readonly string[]): number | null => {
  const [own, all] = [searchText(name), searchText(`${name} ${place}`)]
  if (!words.every(word => all.includes(word))) {
    // Other words count from their beginning: who types "art" means no "start".
    const more = ` ${all} ${searchText(others)}`
    return words.every(word => more.includes(` ${word}`)) ? 4 : null
  }
  const [first = ''] = words
  if (own.startsWith(first)) return 0
  if (own.includes(` ${first}`)) return 1
  return own.includes(first) ? 2 : 3
}

/** Entries that fit the text, by kind in their order, the best of each kind first; at most `most` of a kind. */
export const find = (entries: readonly Found[], text: string, most = 6): Found[] => {
  const words = searchText(text).split(/\s+/).filter(Boolean)
  const ranked = entries
    .map(entry => ({ entry, rank: rankOf(entry, words) }))
    .filter((one): one is { entry: Found; rank: number } => one.rank !== null)
    .sort((one, other) => one.rank - other.rank)
  return SEARCH_KINDS.flatMap(kind =>
    ranked
      .filter(({ entry }) => entry.kind === kind)
      .slice(0, most)
      .map(({ entry }) => entry),
  )
}
