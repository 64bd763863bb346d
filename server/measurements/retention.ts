import { UNDO_DAYS } from '#shared/contract/measurements/imports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { isMaking } from '../backups/backups.ts'
import { undoableAmong } from '../imports/undoable.ts'
import type { Turn } from '../kit/jobs.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { keptFrom } from '../series/kept.ts'
import { dropMonthsBefore, importedBefore, monthsFrom } from '../series/measurement-rows.ts'
import { horizonsOf, leaveHoursAlone, moveHorizonBack, noteDropped, refuseBefore } from '../series/summaries/horizon.ts'

/**
 * Time between the moment from which hours stand for themselves and that at which readings go: somebody sees that the setting or the
 * clock was wrong, and whoever reads by an older horizon is done.
 */
const WAIT_MS = 7 * DAY_MS

/** Share of the months of which single readings are kept that must hold some: a clock that is years ahead would take all away. */
const LEAST_SHARE = 0.5

const monthsUntil = (from: number, until: number): number => {
  const [first, last] = [new Date(from), new Date(until)]
  return 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth()
}

const iso = (time: number): string => new Date(time).toISOString()

/**
 * Takes single readings away that are older than they are kept, a month of them at a time, in three steps, each durable before
 * the next: values of that time are not taken any more; then its hours stand for themselves, once all of them are summed up; then,
 * a week later, its readings go. A longer setting, or none, moves the horizon back as far as readings are there. A process that ends
 * in between leaves nothing wrong, and the next run goes on.
 */
export const forgetOldReadings = async (services: Services, turn?: Turn): Promise<void> => {
  const { db, series, environment, log, now } = services
  const kept = environment.READINGS_KEPT
  if (kept === null) return moveHorizonBack(db, null, isoNow(services))
  const from = keptFrom(kept, now())
  await moveHorizonBack(db, iso(from), isoNow(services))
  const { readings_from } = await horizonsOf(db)
  if ((await monthsFrom(series, from)) < LEAST_SHARE * monthsUntil(from, now())) {
    log.warn({ from: iso(from) }, 'no readings go: so few are younger that the clock of this server may be wrong')
    return
  }
  const wanted = iso(await withoutUndoable(services, from))
  if (readings_from === null || readings_from < wanted) await refuseBefore(db, wanted)
  const told = await horizonsOf(db)
  if (told.readings_from !== null) await leaveHoursAlone(db, told.readings_from, isoNow(services))
  const { hours_alone_until: until, hours_alone_since: since } = await horizonsOf(db)
  if (until === null || since === null || now() - Date.parse(since) < WAIT_MS) return
  // A backup has the horizon of its beginning, and needs the readings from there on.
  if (await isMaking(db)) return
  if (!(await noteDropped(db, until))) return
  const months = await dropMonthsBefore(series, Date.parse(until), turn?.signal)
  if (months > 0) log.info({ months, until }, 'single readings that are older than they are kept are gone')
}

/** Horizon (epoch ms) that leaves the months of imports that may still be undone: that takes their readings. */
const withoutUndoable = async ({ db, series, now }: Services, until: number): Promise<number> => {
  const imported = await importedBefore(series, until)
  if (imported.size === 0) return until
  const undoable = await undoableAmong(db, [...imported.keys()], iso(now() - UNDO_DAYS * DAY_MS))
  const first = new Date(Math.min(until, ...undoable.map(id => imported.get(id) ?? until)))
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)
}
