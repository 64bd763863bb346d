import type { DefaultAlertRule } from '#shared/contract/alerts/alert-rules.ts'

type Source = DefaultAlertRule['sources'][number]

/**
 * Names by which the notes of the thresholds say what a number is from: law first, then guides, then what is no
 * document.
 */
const NAMES: readonly (readonly [RegExp, Source])[] = [
  [/\[EU07\]/, 'eu_broilers'],
  [/\[EU08P\]/, 'eu_pigs'],
  [/\[DE6\]|\[DE27\]|TierSchNutztV|\bDE\b/, 'de_farm_animals'],
  [/\[PL26\]/, 'pl_pigs'],
  [/\[IS\]/, 'is_horses'],
  [/\[EU-CMR\]|IOELV|2003\/10\/EC|workers 85/, 'eu_workers'],
  [/\[COSHH\]/, 'uk_workers'],
  [/\[HORSE\]/, 'de_horses'],
  [/WHO 2021/, 'who'],
  [/EN 16798|EN 12464|ASHRAE/, 'room_standards'],
  [/DIN 18910/, 'din_18910'],
  [/CIGR/, 'cigr'],
  [/\[PLc\]|\[PLg\]/, 'pl_advice'],
  [/\[CH\]/, 'ch_calves'],
  [/\[FT\]/, 'fokus_tierwohl'],
  [/\[LOH\]/, 'lohmann'],
  [/Hy-Line/, 'hy_line'],
  [/\[ROSS\]/, 'ross'],
  [/\[ZUL\]/, 'missouri'],
  [/\[PSC\]/, 'prairie'],
  [/\[PSU\]/, 'penn_state'],
  [/\[VP\]/, 'vita_plus'],
  [/\[DIS\]/, 'disarm'],
  [/\[IGN\]/, 'ign'],
  [/\[GK98\]/, 'survey_1998'],
  [/\[PIGSITE\]/, 'pig_site'],
  [/LEL/, 'explosion'],
  [/analogy|^as /, 'analogy'],
]

/**
 * Sources of a default rule's number, by name. A number no document gives is common practice (M) or our judgement (J).
 */
export const sourcesIn = (note: string): Source[] => {
  const named = NAMES.filter(([pattern]) => pattern.test(note)).map(([, source]) => source)
  if (/\bJ\b/.test(note)) return [...named, 'judgement']
  return named.length > 0 ? named : ['practice']
}

const HINTS: readonly (readonly [RegExp, NonNullable<DefaultAlertRule['hint']>])[] = [
  [/light period/, 'light_period'],
  [/age >27 d/, 'broilers_from_day_28'],
  [/weaned/, 'weaned_piglets'],
  [/>=5 wk|from wk 5/, 'from_week_5'],
  [/THI/, 'heat_index'],
  [/after brooding/, 'after_brooding'],
]

/** Hint that names the animals or times for which a number does not hold; null where the notes name none. */
export const hintIn = (note: string): DefaultAlertRule['hint'] =>
  HINTS.find(([pattern]) => pattern.test(note))?.[1] ?? null
