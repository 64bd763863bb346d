import { type EmissionPeriod, MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import { BOM, type CsvValue, csvLine, END, signsOf } from '#shared/rules/formats/csv.ts'
import { dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { fill } from '../../kit/language.ts'
import {
  eventOf,
  eventsIn,
  isManualCut,
  methodOf,
  placesOf,
  saysCoverage,
  untoldDaysOf,
  zoneOf,
} from './report-paper.ts'
import { type ReportAsked, reportWords } from './report-words.ts'

/**
 * Report as CSV, in parts that an empty line sets apart: what it is about; a row for the whole and for each part of the period,
 * of all areas and of each; method and assumptions; the logbook.
 */
export const reportCsv = ({ content, checksum, language }: ReportAsked): string => {
  const say = reportWords(language)
  const { words, emission } = say
  const signs = signsOf({}, language)
  const { answer, logbook, from, until } = content
  const line = (values: readonly CsvValue[]): string => csvLine(values, signs)
  const rowOf = (location: string, area: string, places: CsvValue, one: EmissionPeriod): string =>
    line([
      location,
      area,
      one.from,
      dayBefore(one.until),
      places,
      one.kg,
      one.kg_low,
      one.kg_high,
      one.kg_per_place_year,
      one.kg_per_animal_year,
      one.permitted_kg,
      one.ceiling_kg,
      one.index,
      emission.verdict[one.verdict],
      saysCoverage(one) ? one.coverage : null,
      one.filled,
      one.vacant,
      one.valid_days,
      one.missing_days,
      untoldDaysOf(one),
      one.days,
    ])
  const { file } = words
  const placesCell = (places: readonly number[]) => (places.length > 1 ? places.join(', ') : (places[0] ?? null))
  return [
    BOM,
    line([words.title, content.name]),
    line([file.substance, emission.substance[content.gas]]),
    line([file.period, from, dayBefore(until)]),
    line([file.made, content.made_at, content.made_by]),
    line([file.product, content.product]),
    line([file.checksum, checksum]),
    line([words.estimate]),
    END,
    line([
      file.location,
      file.area,
      file.from,
      file.last,
      file.places,
      file.kg,
      file.kg_low,
      file.kg_high,
      file.per_place,
      file.per_animal,
      file.permitted,
      file.ceiling,
      file.index,
      file.verdict,
      file.coverage,
      file.filled,
      file.vacant,
      file.valid_days,
      file.missing_days,
      file.untold_days,
      file.days,
    ]),
    ...[answer.total, ...answer.periods].map(one => rowOf('', words.all_areas, null, one)),
    ...answer.areas.flatMap(area =>
      [area.total, ...area.periods].map(one =>
        rowOf(area.location_name, area.area_name, placesCell(placesOf(area, one)), one),
      ),
    ),
    END,
    line([words.method]),
    line([file.location, file.area, file.statement]),
    ...answer.areas.flatMap(area =>
      methodOf(area, content, say).map(text => line([area.location_name, area.area_name, text])),
    ),
    line(['', words.all_areas, `${emission.derive.letters_head}: ${emission.derive.letters}`]),
    END,
    line([emission.logbook.title]),
    line([file.day, file.area, file.statement]),
    ...eventsIn(logbook).map(entry => {
      const { time, text } = eventOf(entry, zoneOf(content, entry.area_id), say)
      return line([time, entry.area_name, text])
    }),
    ...(logbook.length === 0 ? [line(['', '', emission.logbook.none])] : []),
    ...(isManualCut(logbook) ? [line(['', '', fill(emission.logbook.manual_cut, { count: MAX_MANUAL_ENTRIES })])] : []),
  ].join('')
}
