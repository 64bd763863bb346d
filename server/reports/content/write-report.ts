import { fittingRows, MAX_REPORT_AREAS, type ReportRows } from '#shared/rules/reports/report-states.ts'
import { lengthOf } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { noteReads } from '../../consents/ledger.ts'
import { purposeOfProject } from '../../devices/placement/placements.ts'
import { writeQueuedEmission } from '../../emissions/reports/queued.ts'
import { fromJson } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { fill, wordsIn } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import type { MailSection } from '../../notifications/templates/mail.ts'
import { type callerOf, formatsOf, type Person } from '../../users/accounts.ts'
import type { ReportRow } from '../store.ts'
import { type ReportFacts, readReportFacts } from './facts.ts'
import { leadOf, reportPaper } from './paper.ts'
import { consentedReadsOf, findSubject, leftOutOf, readerOf } from './subject.ts'
import { valuesCsv } from './values-csv.ts'
import { gradeOf, numberOf, paperWords, unitIn } from './words.ts'
import type { WrittenReport } from './written-report.ts'

type Writing = Pick<Services, 'db' | 'series' | 'files' | 'now'> & { user: ReturnType<typeof callerOf<Person>> }

/**
 * Writes a report as its owner may read it now: of what the climate was, or of emissions. `goOn` is told after each piece how
 * many areas are read. A run of a schedule has a table of days, or none, where what was wanted would be too much, and leaves out
 * the areas that have no room; it says so. Throws not_found, outside_subscription and too_much_data.
 */
export const writeReport = async (
  writing: Writing,
  row: ReportRow,
  goOn: (done: number) => Promise<void>,
): Promise<WrittenReport> => {
  const { gas, gone = 0, ...content } = fromJson(row.content)
  const { language, time_zone: zone } = row
  const period = { from: Date.parse(row.from), until: Date.parse(row.until) }
  const written = gas
    ? await writeQueuedEmission(
        writing,
        { reportId: row.id, againOf: content.again_of, areaIds: content.area_ids, gas, period, zone, language },
        goOn,
      )
    : await writeClimate(writing, row, goOn)
  if (gone === 0) return written
  const { gone_one, gone_other } = paperWords(language)
  const said = fill(gone === 1 ? gone_one : gone_other, { count: gone, name: writing.user.name })
  return withNote(written, said)
}

/** A report that says a sentence at the top of its paper and at the end of its mail. */
const withNote = ({ paper, numbers, ...written }: WrittenReport, text: string): WrittenReport => ({
  ...written,
  paper: { ...paper, blocks: [{ kind: 'text', text, tone: 'attention' }, ...paper.blocks] },
  numbers: [...numbers, { text }],
})

/** Areas and rows for which a report has room. Throws too_much_data, unless nobody is there who would choose otherwise. */
const fitting = (
  { schedule_id }: ReportRow,
  wanted: { rows: ReportRows; areaIds: readonly number[]; length: number; isRun: boolean },
) => {
  const areaIds = wanted.areaIds.slice(0, MAX_REPORT_AREAS)
  const rows = fittingRows(wanted.rows, wanted.length, areaIds.length)
  const leftOut = leftOutOf(wanted.areaIds)
  const isLess = rows !== wanted.rows || leftOut > 0
  // Runs that a release before wrote down do not say that they are one.
  if (isLess && !wanted.isRun && schedule_id === null) throw new Failure('too_much_data')
  return { areaIds, rows, leftOut }
}

const writeClimate = async (
  { user, ...services }: Writing,
  row: ReportRow,
  goOn: (done: number) => Promise<void>,
): Promise<WrittenReport> => {
  const { db, now } = services
  const { measurements, rows: wanted, is_run: isRun = false, ...about } = fromJson(row.content)
  const { language } = row
  const period = { from: Date.parse(row.from), until: Date.parse(row.until) }
  const reading = { ...services, user: readerOf(user, about), t: wordsIn(language) }
  const isOfAreas = about.research_id === undefined && !about.device_ids
  const subject = isOfAreas ? null : await findSubject({ db, user, t: reading.t }, about, period)
  if (subject && subject.gone > 0) throw new Failure('not_found')
  if (subject?.areaIds.length === 0) throw new Failure('outside_subscription')
  const { areaIds, rows, leftOut } = fitting(row, {
    rows: wanted,
    areaIds: subject?.areaIds ?? about.area_ids,
    length: lengthOf(period),
    isRun,
  })
  // Each paper tells of the period before, too, and leaves the product. Where clocks went forward, that one began an hour sooner.
  const told = { from: period.from - (period.until - period.from) - HOUR_MS, until: period.until }
  const reads = await consentedReadsOf(reading, areaIds, { period: told, measurements })
  await noteReads({ db, now }, user, 'downloaded', reads, row.created_at)
  const project = about.research_id === undefined ? null : (subject?.names[0] ?? null)
  const purpose = about.research_id === undefined ? null : await purposeOfProject(db, about.research_id)
  const facts = await readReportFacts(
    reading,
    {
      areaIds,
      deviceIds: about.device_ids ?? null,
      project,
      ...period,
      measurements,
      rows,
      language,
      formats: formatsOf(user),
      zone: row.time_zone,
    },
    goOn,
  )
  const written: WrittenReport = {
    paper: reportPaper(facts, { title: row.title, name: user.name, now: now(), purpose }),
    title: paperWords(language).title[row.title],
    numbers: numbersOf(facts),
    csv: () => valuesCsv(facts),
  }
  const { fewer_rows, no_rows, areas_left_out_one, areas_left_out_other } = paperWords(language)
  const ofAll = rows === wanted ? written : withNote(written, rows === 'none' ? no_rows : fewer_rows)
  if (leftOut === 0) return ofAll
  const said = leftOut === 1 ? areas_left_out_one : areas_left_out_other
  return withNote(ofAll, fill(said, { count: leftOut, limit: MAX_REPORT_AREAS }))
}

const numbersOf = ({ areas, content }: ReportFacts): MailSection[] => {
  const { table } = paperWords(content.language)
  return areas.map(area => {
    const rows = area.means.map(({ definition, low, mean, high, grade }) => [
      [definition.type.name, unitIn(definition, content)].filter(Boolean).join(', '),
      ...[low, mean, high].map(value => numberOf(value, definition, content)),
      gradeOf(grade, content),
    ])
    return {
      title: area.area.area_name,
      text: leadOf(area, content).join(' '),
      ...(rows.length > 0
        ? { table: { columns: [table.measurement, table.min, table.mean, table.max, table.grade], rows } }
        : {}),
    }
  })
}
