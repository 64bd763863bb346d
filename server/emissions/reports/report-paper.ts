import {
  type AreaEmission,
  type EmissionPeriod,
  type LogbookEntry,
  MAX_MANUAL_ENTRIES,
} from '#shared/contract/places/emissions.ts'
import { balanceLines } from '#shared/rules/locations/balance-lines.ts'
import { assumedOutdoors } from '#shared/rules/locations/emission-days.ts'
import {
  methodOfFlow,
  methodsOn,
  placesHeld,
  settingsOfKept,
  traitDecimals,
  type UsedTrait,
} from '#shared/rules/locations/emission-settings.ts'
import { factorPerPlace, nothingSaid, problemSaid } from '#shared/rules/locations/factor-per-place.ts'
import { isDust, SUBSTANCES } from '#shared/rules/science/emission-chain.ts'
import { hasCoverage } from '#shared/rules/science/emission-sum.ts'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import { dateTimeAt, localDateAt } from '#shared/rules/time/local-time.ts'
import { fill } from '../../kit/language.ts'
import type { Block, Cell, EventMark, Paper } from '../../kit/paper/paper.ts'
import { daysText, type ReportAsked, type ReportWords, reportWords } from './report-words.ts'
import { reducerText, settingLines } from './setting-lines.ts'

/** Report of emissions on paper: results, method and assumptions of each area, coverage, logbook and a line to sign. */
export const emissionPaper = ({ content, checksum, language }: ReportAsked): Paper => {
  const say = reportWords(language)
  const { words, emission } = say
  const { answer, logbook } = content
  const zone = content.locations[0]?.time_zone ?? 'UTC'
  const made = { time: dateTimeAt(content.made_at, zone), name: content.made_by }
  const title = fill(words.heading, { substance: emission.substance[content.gas], name: content.name })
  return {
    title,
    language,
    subtitle: `${daysText(content)}, ${zone}`,
    footer: fill(words.footer, made),
    blocks: [
      { kind: 'heading', level: 1, text: title },
      { kind: 'text', size: 'lead', tone: 'muted', text: daysText(content) },
      { kind: 'text', text: [{ text: words.estimate, bold: true }] },
      ...(localDateAt(content.made_at, zone) < content.until ? [{ kind: 'text', text: words.running } as const] : []),
      { kind: 'heading', level: 2, text: words.results },
      resultsOf(content, say),
      { kind: 'heading', level: 3, text: words.parts },
      partsOf(content, say),
      ...(answer.areas.length > 1 ? [{ kind: 'text', size: 'small', text: emission.derive.areas_note } as const] : []),
      { kind: 'heading', level: 2, text: words.method },
      ...answer.areas.flatMap((area): Block[] => [
        { kind: 'heading', level: 3, text: `${area.location_name}, ${area.area_name}` },
        { kind: 'list', items: methodOf(area, content, say) },
      ]),
      { kind: 'text', size: 'small', text: `${emission.derive.letters_head}: ${emission.derive.letters}` },
      { kind: 'heading', level: 2, text: emission.logbook.title },
      ...(logbook.length === 0
        ? [{ kind: 'text', text: emission.logbook.none } as const]
        : [
            {
              kind: 'events',
              events: eventsIn(logbook).map(entry => eventOf(entry, zoneOf(content, entry.area_id), say)),
            } as const,
          ]),
      ...(isManualCut(logbook)
        ? [
            {
              kind: 'text',
              size: 'small',
              text: fill(emission.logbook.manual_cut, { count: MAX_MANUAL_ENTRIES }),
            } as const,
          ]
        : []),
      { kind: 'heading', level: 2, text: words.frozen_title },
      { kind: 'text', text: fill(words.frozen, { product: content.product, ...made }) },
      { kind: 'text', size: 'small', text: `SHA-256 ${checksum}` },
      {
        kind: 'together',
        blocks: [
          { kind: 'heading', level: 2, text: words.signature },
          { kind: 'text', text: words.authority },
          {
            kind: 'table',
            columns: [
              { title: words.sign.place, wide: true },
              { title: words.sign.name, wide: true },
              { title: words.sign.signature, wide: true },
            ],
            rows: [[LINE, LINE, LINE]],
          },
        ],
      },
    ],
  }
}

/** Line to write on. */
const LINE = `\n\n${'_'.repeat(24)}`

type Content = ReportAsked['content']

/** Reports that were frozen before areas could be left out say nothing of it: all of theirs are in the sum. */
const isInSum = ({ in_sum }: Partial<Pick<AreaEmission, 'in_sum'>>): boolean => in_sum !== false

/** Reports that were frozen before CO2 and the gas were told apart do not say which air outdoors was assumed. */
const saysAssumedOutdoors = ({
  gas_outdoors_assumed,
}: Partial<Pick<NonNullable<AreaEmission['inputs']>, 'gas_outdoors_assumed'>>): boolean =>
  gas_outdoors_assumed !== undefined

/** Reports that were frozen before months of N2O were told apart have no such days. */
export const untoldDaysOf = ({ untold_days = 0 }: Partial<Pick<AreaEmission['total'], 'untold_days'>>): number =>
  untold_days

/** Numbers of places that held in a period, each once; reports that were frozen before places had days have the last alone. */
export const placesOf = (
  { animal_places, places }: Pick<AreaEmission, 'animal_places'> & Partial<Pick<AreaEmission, 'places'>>,
  within: Dates,
): number[] => {
  const held = placesHeld(places ?? [], within)
  return held.length > 0 ? held : animal_places === null ? [] : [animal_places]
}

/** Tells whether the coverage of a period says something, also of reports that have no such days. */
export const saysCoverage = (one: EmissionPeriod): boolean =>
  hasCoverage({ kg: one.kg, untold_days: untoldDaysOf(one) })

/** Share of usable data of a period, in words; a dash where it says nothing. */
export const coverageText = (one: EmissionPeriod, { percent }: Pick<ReportWords, 'percent'>): string =>
  saysCoverage(one) ? percent(one.coverage) : '–'

const placesText = (places: readonly number[], { number }: Pick<ReportWords, 'number'>): string =>
  places.map(one => number(one)).join(', ') || '–'

const resultsOf = ({ answer }: Content, say: ReportWords): Block => {
  const { words, emission, orDash, mass, range, number } = say
  const withFactor = answer.gas === 'nh3'
  const rowOf = (name: string, places: string, factor: number | null, one: AreaEmission['total']): Cell[] => [
    { text: name, bold: true },
    places,
    mass(one.kg),
    range(one),
    orDash(one.kg_per_place_year, 3),
    ...(withFactor
      ? [orDash(factor, factor !== null && factor < 1 ? 3 : 2), mass(one.permitted_kg), say.verdict(one) ?? '–']
      : []),
    coverageText(one, say),
  ]
  const inSum = answer.areas.filter(isInSum)
  const [first = [], ...others] = inSum.map(area => placesOf(area, area.total))
  const isOneEach = [first, ...others].every(({ length }) => length === 1)
  const right = (title: string) => ({ title, align: 'right' as const })
  return {
    kind: 'table',
    columns: [
      { title: emission.areas.area, wide: true },
      right(emission.areas.places),
      right('kg'),
      right(words.range),
      right(words.per_place),
      ...(withFactor
        ? [right(emission.areas.factor), right(words.permitted), { title: words.beside, wide: true }]
        : []),
      right(emission.areas.data),
    ],
    rows: [
      ...answer.areas.map(area =>
        rowOf(
          area.area_name,
          placesText(placesOf(area, area.total), say),
          area.state && factorPerPlace(area.state, area.total),
          area.total,
        ),
      ),
      rowOf(
        words.all_areas,
        others.length === 0
          ? placesText(first, say)
          : isOneEach
            ? number([first, ...others].flat().reduce((a, b) => a + b))
            : '–',
        null,
        answer.total,
      ).map((cell, index) =>
        typeof cell === 'string' && index === 2 ? { text: cell || number(0), bold: true } : cell,
      ),
    ],
  }
}

const partsOf = ({ answer }: Content, { words, emission, mass, range, percent }: ReportWords): Block => ({
  kind: 'table',
  columns: [
    { title: words.file.period, wide: true },
    { title: 'kg', align: 'right' },
    { title: words.range, align: 'right' },
    { title: words.permitted, align: 'right' },
    { title: emission.areas.data, align: 'right' },
    { title: words.filled, align: 'right' },
    { title: words.vacant, align: 'right' },
  ],
  rows: answer.periods.map((one): Cell[] => [
    daysText(one),
    mass(one.kg),
    range(one),
    mass(one.permitted_kg),
    coverageText(one, { percent }),
    percent(one.filled),
    percent(one.vacant),
  ]),
})

/** Method, assumptions and coverage of an area, in the words of the derivations on the screen. */
export const methodOf = (area: AreaEmission, content: Content, say: ReportWords): string[] => {
  const { emission, words, number, percent, mass, orDash } = say
  const { derive } = emission
  const { inputs, state, total, ventilation, problems } = area
  const frozen = content.inputs.find(({ area_id }) => area_id === area.area_id)
  const methods = methodsIn(area, frozen)
  const known = methods.reduce((sum, one) => sum + one.days, 0)
  const withFactor = content.gas === 'nh3'
  const nothing = nothingSaid(area, content.gas)
  return [
    ...problems.filter(one => withFactor || one !== 'no_factor').map(one => emission.problem[problemSaid(one, area)]),
    ...(nothing ? [emission.problem[nothing]] : []),
    ...(isInSum(area) ? [] : [emission.not_in_sum]),
    ...(state?.animals == null
      ? []
      : [fill(derive.animals_from[state.animals_from ?? 'area'], { animals: number(state.animals) })]),
    // A report that was frozen before knew no such day.
    ...(state?.animals_since ? [fill(derive.animals_since, { date: state.animals_since })] : []),
    ...(state?.mass == null
      ? []
      : [fill(derive.mass_from[state.mass_from ?? 'settings'], { mass: number(state.mass, state.mass < 5 ? 2 : 0) })]),
    ...(area.indicative ? [derive.indicative] : []),
    ...(frozen ? settingLines(area, frozen, content, say) : []),
    ...(methods.length > 1
      ? methods.map(({ method, days: held }) =>
          fill(derive.method_days, { method: emission.ventilation[method], held, days: known }),
        )
      : []),
    ...(inputs && inputs.production !== null && inputs.temperature !== null
      ? [
          ...balanceText(area, inputs.temperature, inputs.production, say),
          derive.volume[area.co2_volume_ref],
          fill(derive.flow_is, {
            inside: orDash(inputs.co2, 0),
            outside: orDash(inputs.co2_outdoors, 0),
            flow: number(inputs.flow),
          }),
        ]
      : inputs
        ? [fill(derive.flow_from[methodOfFlow(methods, ventilation)], { flow: number(inputs.flow) })]
        : []),
    ...(inputs && !saysAssumedOutdoors(inputs) ? [words.outdoors_not_recorded] : []),
    ...(inputs
      ? assumedOutdoors(inputs, content.gas).map(({ says, share }) =>
          fill(derive[says], { gas: emission.substance[content.gas], share: percent(share) }),
        )
      : []),
    ...(inputs
      ? [
          fill(derive.gas, {
            gas: SUBSTANCES[content.gas],
            unit: isDust(content.gas) ? 'µg/m³' : 'ppm',
            inside: number(inputs.gas, 2),
            outside: number(inputs.gas_outdoors, 2),
          }),
        ]
      : []),
    ...(inputs && inputs.temperature !== null
      ? [
          fill(derive.emission_is, {
            pressure: number(inputs.pressure / 100),
            t: number(inputs.temperature, 1),
          }),
        ]
      : []),
    ...(inputs && inputs.pressure_assumed > 0 ? [derive.pressure_assumed] : []),
    ...(withFactor && state?.factor != null
      ? [
          fill(derive.factor[state.factor_unit ?? 'place_year'], {
            factor: number(state.factor, state.factor < 1 ? 3 : 2),
            reduced: orDash(state.reduced_factor, (state.reduced_factor ?? 0) < 1 ? 3 : 2),
          }),
          ...(frozen?.settings.factors ?? []).map(one =>
            fill(words.factor_source, {
              from: one.valid_from,
              kg: number(one.kg, one.kg < 1 ? 3 : 2),
              source: [one.code, one.source].filter(Boolean).join(', ') || words.no_source,
            }),
          ),
          ...(frozen?.settings.reducers ?? []).map(one => reducerText(one, say)),
        ]
      : []),
    ...(saysCoverage(total)
      ? [
          fill(derive.coverage, {
            coverage: percent(total.coverage),
            valid: total.valid_days,
            days: total.days - untoldDaysOf(total),
          }),
        ]
      : []),
    fill(derive.filled, { filled: percent(total.filled), vacant: percent(total.vacant), missing: total.missing_days }),
    ...(untoldDaysOf(total) > 0 && total.kg !== null ? [fill(derive.untold, { untold: untoldDaysOf(total) })] : []),
    ...(total.uncertain > 0 ? [fill(derive.uncertain, { share: percent(total.uncertain) })] : []),
    ...(total.negative > 0 ? [fill(derive.negative, { share: percent(total.negative) })] : []),
    ...(total.kg === null
      ? []
      : [
          fill(derive.uncertainty, {
            sum: mass((total.kg_high ?? 0) - total.kg),
            production: mass(area.parts.production),
            outdoors: mass(area.parts.co2_outdoors),
            own: mass(area.parts.own),
          }),
          derive.uncertainty_note,
        ]),
    ...(total.annual && total.kg_per_place_year !== null
      ? [
          fill(derive.annual, {
            value: number(total.kg_per_place_year, 3),
            places: placesText(placesOf(area, total), say),
          }),
        ]
      : []),
  ]
}

/** Methods of ventilation of an area; reports that were frozen before they were told have those of the days with a result. */
const methodsIn = (
  { methods }: Partial<Pick<AreaEmission, 'methods'>>,
  frozen: Content['inputs'][number] | undefined,
): AreaEmission['methods'] => {
  if (methods) return methods
  if (!frozen) return []
  const { date, results } = frozen.days
  return methodsOn(
    settingsOfKept(frozen.settings),
    date.filter((_, index) => (results[index] ?? 0) > 0),
  )
}

/** CO2 of the animals, formula by formula. */
const balanceText = (
  { state, indicative }: AreaEmission,
  temperature: number,
  production: number,
  { emission: { derive }, number }: ReportWords,
): string[] =>
  balanceLines(state, indicative).map(line => {
    if (line.says === 'heat')
      return fill(derive.heat, { heat: number(state?.heat ?? 0, 1), t: number(temperature, 1), letter: line.letter })
    if (line.says === 'traits') return traitsText(line.traits, derive, number)
    if (line.says === 'linear') return fill(derive.correction.linear, { letter: line.letter })
    if (line.says === 'older_cattle') return derive.correction.older_cattle
    if (line.says === 'other_co2') return fill(derive.other_co2, { flow: number(line.flow, 2) })
    return fill(derive[line.says], { pc: number(state?.per_heat_unit ?? 0, 3), production: number(production, 3) })
  })

const traitsText = (
  traits: readonly UsedTrait[],
  derive: ReportWords['emission']['derive'],
  number: ReportWords['number'],
): string =>
  fill(derive.traits, {
    traits: traits
      .map(({ trait, value, assumed }) => {
        const named = fill(derive.trait[trait], { value: number(value, traitDecimals(value)) })
        return assumed === null
          ? fill(derive.trait_typed, { trait: named })
          : fill(derive.trait_assumed, { trait: named, letter: assumed })
      })
      .join('; '),
  })

const MARKS: Record<LogbookEntry['kind'], EventMark> = {
  calibration: 'calibration',
  reference: 'calibration',
  manual: 'calibration',
  manual_cut: 'other',
  silence: 'gap',
  fault: 'doubtful',
  settings: 'other',
  facts: 'other',
  rounds: 'other',
  places: 'other',
  ventilation: 'other',
  outdoors: 'other',
}

export const zoneOf = ({ answer, locations }: Content, areaId: number): string => {
  const area = answer.areas.find(({ area_id }) => area_id === areaId)
  return locations.find(({ id }) => id === area?.location_id)?.time_zone ?? 'UTC'
}

export const eventOf = (entry: LogbookEntry, zone: string, { emission, number, measured }: ReportWords) => {
  const { kind, value, length } = entry
  const type = measured(entry.measurement ?? '')
  return {
    mark: MARKS[kind],
    time: localDateAt(entry.at, zone),
    text: fill(emission.logbook[kind], {
      area: entry.area_name,
      device: entry.device_name ?? '',
      measurement: type.name,
      value: value === null ? '' : `${value > 0 && kind !== 'manual' ? '+' : ''}${type.value(value, 2)}`,
      length: length === null ? '' : number(length, 0),
    }),
  }
}

/** Tells whether a logbook lacks older measurements by hand. */
export const isManualCut = (logbook: readonly LogbookEntry[]): boolean =>
  logbook.some(({ kind }) => kind === 'manual_cut')

/** Entries of a logbook that tell what happened: a sentence beneath them says that some are left out. */
export const eventsIn = (logbook: readonly LogbookEntry[]): LogbookEntry[] =>
  logbook.filter(({ kind }) => kind !== 'manual_cut')
