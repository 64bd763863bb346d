import { MAX_ROUNDS, type Round, type RoundInput, roundEndpoints } from '#shared/contract/places/rounds.ts'
import { ageOn, leftOf, type RoundOfAge, runsOn, sumOfCounts, wantedAt } from '#shared/rules/locations/rounds.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import {
  type Caller,
  hasLocationRight,
  holdArea,
  type LocationRight,
  requireArea,
  visibleLocationIds,
} from '../access.ts'
import { noteRoundsChanged } from '../changes.ts'
import { bringBackSince } from '../deletion.ts'
import { placeOfLocation } from '../places.ts'
import { boundariesOn, namedByAge } from './comfort.ts'
import { refuseField, requireCountsFit, requireNoneMissing, takeBackCount, writeCounts } from './counts.ts'
import { AREA_PAUSED, pausesAt } from './empty.ts'
import { deletePause, setPause } from './pause-store.ts'
import {
  areasWithRounds,
  changeRound,
  countRounds,
  countsOfInspections,
  countsOfRounds,
  deleteDiaryAnswersOfRound,
  diaryAnswersOf,
  insertRound,
  keepDiaryAnswersOfRound,
  lockArea,
  lossesOf,
  lossOfId,
  type NewLoss,
  type RoundRow,
  requireRepeatedRound,
  roundAcross,
  roundOfId,
  roundsOfArea,
  setOccupied,
  setRoundDeleted,
  wantsOf,
} from './round-store.ts'
import { touchedByCorrection, touchedByCounts, touchedByRounds } from './touched.ts'

type Asking = Services & { user: Caller; t: Words }
type Area = Awaited<ReturnType<typeof requireArea>>

export const roundRoutes = serve(roundEndpoints, {
  listAreasWithRounds: async (_, { db, user }) => areasWithRounds(db, await visibleLocationIds(db, user)),

  listRounds: async ({ params }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'read')
    return present(context, area, await roundsOfArea(context.db, area.id))
  },

  pauseArea: async ({ params, body: { until } }, context) => {
    const { db, t } = context
    const area = await requireArea(db, context.user, params.id, 'edit')
    const zone = (await placeOfLocation(db, area.location_id))?.time_zone ?? 'UTC'
    const today = localDateAt(context.now(), zone)
    if (until !== null && until <= today) refuseField('until', t('fields.day_not_to_come'))
    await db.transaction().execute(async trx => {
      await holdRounds(context, trx, area)
      if ((await roundsOfArea(trx, area.id)).some(round => runsOn(round, today)))
        refuseField('until', t('fields.round_runs'))
      const before = (await pausesAt(trx, [{ id: area.id, time_zone: zone }], context.now())).get(area.id)
      await setPause(trx, area.id, { since: before?.since ?? today, until })
      await writeAudit(context, trx, { action: 'area_paused', location_id: area.location_id, name: area.name })
    })
    context.bus.publish(AREA_PAUSED, area.id)
    return undefined
  },

  resumeArea: async ({ params }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'edit')
    await context.db.transaction().execute(async trx => {
      await holdRounds(context, trx, area)
      await deletePause(trx, area.id)
      await writeAudit(context, trx, { action: 'area_resumed', location_id: area.location_id, name: area.name })
    })
    context.bus.publish(AREA_PAUSED, area.id)
    return undefined
  },

  createRound: async ({ params, body }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'edit')
    const [row] = await addRounds(context, area, [body], () => '')
    return presentOne(context, area, row)
  },

  importRounds: async ({ params, body }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'edit')
    return present(context, area, await addRounds(context, area, body.rounds, index => `rounds.${index}.`))
  },

  updateRound: async ({ params, body: { version, ...body } }, context) => {
    const { area, round } = await requireRound(context, params.id)
    const row = await serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      const before = await roundOfId(trx, round.id)
      if (before?.deleted_at === null && version !== undefined && before.version !== version)
        return requireRepeatedRound(before, body, version)
      await requireFree(trx, context.t, area.id, body, round.id)
      await requireCountsFit(trx, context.t, round.id, body)
      const after = await changeRound(trx, round.id, body, version)
      if (before && after) await noteRoundsChanged(context, trx, area, touchedByCorrection(before, after))
      await endPauseOfRunning(context, trx, area)
      return after
    })
    if (!row) throw new Failure('changed_meanwhile')
    return presentOne(context, area, row)
  },

  sayOccupied: async ({ params }, context) => {
    const { area, round } = await requireRound(context, params.id)
    const place = await placeOfLocation(context.db, area.location_id)
    await context.db.transaction().execute(async trx => {
      await holdRounds(context, trx, area)
      await setOccupied(trx, round.id, localDateAt(context.now(), place?.time_zone ?? 'UTC'))
    })
    return undefined
  },

  deleteRound: async ({ params }, context) => {
    const { area, round } = await requireRound(context, params.id)
    await serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      const found = await roundOfId(trx, round.id)
      if (!found || found.deleted_at !== null) throw new Failure('not_found')
      // Counts of the diary go with the round, so they may become part of another one of these days.
      await deleteDiaryAnswersOfRound(trx, found)
      await setRoundDeleted(trx, round.id, isoNow(context))
      await noteRoundsChanged(context, trx, area, touchedByRounds([found]))
    })
    return undefined
  },

  restoreRound: async ({ params }, context) => {
    const { area, round } = await requireRound(context, params.id, { deletedSince: bringBackSince(context.now()) })
    const row = await serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      await requireFree(trx, context.t, area.id, round, round.id)
      // Counts of animals that came may have been taken over into another round meanwhile.
      await requireNoneMissing(trx, context.t, round, 0)
      await keepDiaryAnswersOfRound(trx, round.id)
      await noteRoundsChanged(context, trx, area, touchedByRounds([round]))
      const restored = await setRoundDeleted(trx, round.id, null)
      await endPauseOfRunning(context, trx, area)
      return restored
    })
    return presentOne(context, area, row)
  },

  listLosses: async ({ params }, context) => {
    const { round } = await requireRound(context, params.id, { right: 'read' })
    return lossesOf(context.db, round.id)
  },

  createLoss: async ({ params, body }, context) => {
    const { area, round } = await requireRound(context, params.id)
    return serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      const inspection_id = await countedBy(trx, area, body)
      const [made] = await writeCounts(trx, context.t, round.id, [{ ...body, inspection_id }])
      if (!made) throw new Failure('not_found')
      await noteRoundsChanged(context, trx, area, touchedByCounts(round, [made]))
      return made
    })
  },

  importLosses: async ({ params, body }, context) => {
    const { area, round } = await requireRound(context, params.id)
    await serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      await writeCounts(trx, context.t, round.id, body.losses, index => `losses.${index}.`)
      await noteRoundsChanged(context, trx, area, touchedByCounts(round, body.losses))
    })
    return lossesOf(context.db, round.id)
  },

  deleteLoss: async ({ params }, context) => {
    const loss = await lossOfId(context.db, params.id)
    if (!loss) throw new Failure('not_found')
    const { area } = await requireRound(context, loss.round_id)
    await serializable(context.db, async trx => {
      await holdRounds(context, trx, area)
      const round = await roundOfId(trx, loss.round_id)
      if (!round) return
      await takeBackCount(trx, context.t, round, loss)
      await noteRoundsChanged(context, trx, area, touchedByCounts(round, [loss]))
    })
    return undefined
  },
})

/** The round with its area, when the caller may edit that, or has the right named; a deleted one only if it was deleted after `deletedSince`. */
const requireRound = async (
  { db, user }: Asking,
  id: number,
  { right = 'edit', deletedSince }: { right?: LocationRight; deletedSince?: string } = {},
) => {
  const round = await roundOfId(db, id)
  if (!round) throw new Failure('not_found')
  const area = await requireArea(db, user, round.area_id, right)
  const { deleted_at } = round
  const isPresent = deletedSince === undefined ? deleted_at === null : deleted_at !== null && deleted_at > deletedSince
  if (!isPresent) throw new Failure('not_found')
  return { area, round }
}

/** Holds the rounds of an area that the caller still may edit, for the rest of a transaction. */
const holdRounds = async ({ user }: Asking, trx: Database, area: Area): Promise<void> => {
  await holdArea(trx, user, area, 'edit')
  await lockArea(trx, area.id)
}

/**
 * Inspection that a count belongs to once its deletion is taken back: the diary was answered with this very number, and no round has it
 * by now. Without it the count would be asked about beside itself when the inspection is corrected.
 */
const countedBy = async (
  trx: Database,
  area: Area,
  { inspection_id, kind, animals, date }: NewLoss,
): Promise<number | null> => {
  if (inspection_id == null) return null
  const answers = await diaryAnswersOf(trx, area.id, [inspection_id])
  const isAnswered = answers.some(
    answer => answer.kind === kind && answer.animals === animals && (answer.date ?? date) === date,
  )
  const isCounted = (await countsOfInspections(trx, [inspection_id])).some(count => count.kind === kind)
  return isAnswered && !isCounted ? inspection_id : null
}

/** Writes all of them, or none; what is wrong is told by the field of its row. */
const addRounds = (
  context: Asking,
  area: Area,
  rounds: readonly RoundInput[],
  pathOf: (index: number) => string,
): Promise<RoundRow[]> => {
  const { db, t } = context
  return serializable(db, async trx => {
    await holdRounds(context, trx, area)
    if ((await countRounds(trx, area.id)) + rounds.length > MAX_ROUNDS)
      refuseField(`${pathOf(0)}date_in`, t('fields.too_many', { limit: MAX_ROUNDS }))
    const made: RoundRow[] = []
    for (const [index, round] of rounds.entries()) {
      await requireFree(trx, t, area.id, round, null, pathOf(index))
      made.push(await insertRound(trx, area.id, round))
    }
    await noteRoundsChanged(context, trx, area, touchedByRounds(made))
    await endPauseOfRunning(context, trx, area)
    return made
  })
}

/** Ends the pause of an area for good where a round runs in it today: it must not hold again once that round is over. */
const endPauseOfRunning = async ({ now }: Pick<Services, 'now'>, trx: Database, area: Area): Promise<void> => {
  const place = await placeOfLocation(trx, area.location_id)
  const today = localDateAt(now(), place?.time_zone ?? 'UTC')
  if ((await roundsOfArea(trx, area.id)).some(round => runsOn(round, today))) await deletePause(trx, area.id)
}

const requireFree = async (
  db: Database,
  t: Words,
  areaId: number,
  days: { date_in: string; date_out?: string | null | undefined },
  except: number | null,
  path = '',
): Promise<void> => {
  const other = await roundAcross(db, areaId, days, except)
  if (!other) return
  const taken = { from: other.date_in, until: other.date_out ?? '…' }
  const reason = other.name
    ? t('fields.rounds_overlap_named', { round: other.name, ...taken })
    : t('fields.rounds_overlap', taken)
  refuseField(`${path}date_in`, reason)
}

const presentOne = async (context: Asking, area: Area, row: RoundRow | undefined): Promise<Round> => {
  const [round] = row ? await present(context, area, [row]) : []
  if (!round) throw new Failure('not_found')
  return round
}

const present = async ({ db, user, now }: Asking, area: Area, rows: readonly RoundRow[]): Promise<Round[]> => {
  const mayEdit = await hasLocationRight(db, user, area.location_id, 'edit')
  const place = await placeOfLocation(db, area.location_id)
  const today = localDateAt(now(), place?.time_zone ?? 'UTC')
  const counts = await countsOfRounds(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ deleted_at: _, occupied_on: __, ...row }): Round => {
    const round = { ...row, ...wantsOf(row) }
    const counted = counts.get(row.id) ?? sumOfCounts([])
    const running = runsOn(round, today)
    const last = round.date_out !== null && round.date_out < today ? round.date_out : today
    const age = round.date_in <= today ? ageOn(round, last) : null
    return {
      ...round,
      curve: round.curve && {
        ...round.curve,
        points: round.curve.points.map(point => ({ ...point, water: point.water ?? null })),
      },
      bands: (round.bands ?? []).map(({ measure, points }) => ({ measure, points: [...points] })),
      state: running ? 'running' : age === null ? 'planned' : 'ended',
      age,
      lost: counted.lost,
      put_in_later: counted.in,
      taken_out: counted.out,
      present: leftOf(round.animals, counted),
      wanted: running && age !== null ? wantedOf(area.area_type_id, round, today, age) : NOTHING,
      may: mayEdit ? ['edit', 'delete'] : [],
    }
  })
}

const NOTHING: Round['wanted'] = { mass: null, temperature: null, humidity: null }

const wantedOf = (area_type_id: number, round: RoundOfAge, today: string, age: number): Round['wanted'] => {
  const comfortOf = (key: 't' | 'h') => {
    const boundaries = boundariesOn({ area_type_id, rounds: [round] }, key, today)
    const { low_value: low = null, high_value: high = null } = namedByAge(boundaries, key, area_type_id).by_age ?? {}
    return low === null || high === null ? null : { low, high }
  }
  return {
    mass: round.curve && wantedAt(round.curve, 'mass', age),
    temperature: comfortOf('t'),
    humidity: comfortOf('h'),
  }
}
