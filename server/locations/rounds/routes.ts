import { MAX_LOSSES, MAX_ROUNDS, type Round, type RoundInput, roundEndpoints } from '#shared/contract/places/rounds.ts'
import { ageOn, type RoundDays, type RoundOfAge, runsOn, wantedAt } from '#shared/rules/locations/rounds.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { type Caller, hasLocationRight, type LocationRight, requireArea, visibleLocationIds } from '../access.ts'
import { bringBackSince } from '../deletion.ts'
import { placeOfLocation } from '../places.ts'
import { boundariesOn } from './comfort.ts'
import {
  areasWithRounds,
  changeRound,
  countRounds,
  deleteLossOfId,
  insertLoss,
  insertRound,
  lockArea,
  lossDaysOf,
  lossesOf,
  lossOfId,
  lostOf,
  type RoundRow,
  roundAcross,
  roundOfId,
  roundsOfArea,
  setOccupied,
  setRoundDeleted,
} from './round-store.ts'

type Asking = Services & { user: Caller; t: Words }
type Area = Awaited<ReturnType<typeof requireArea>>

export const roundRoutes = serve(roundEndpoints, {
  listAreasWithRounds: async (_, { db, user }) => areasWithRounds(db, await visibleLocationIds(db, user)),

  listRounds: async ({ params }, context) => {
    const area = await requireArea(context.db, context.user, params.id, 'read')
    return present(context, area, await roundsOfArea(context.db, area.id))
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
      await lockArea(trx, area.id)
      await requireFree(trx, context.t, area.id, body, round.id)
      await requireLossesFit(trx, context.t, round.id, body)
      return changeRound(trx, round.id, body, version)
    })
    if (!row) throw new Failure('changed_meanwhile')
    return presentOne(context, area, row)
  },

  sayOccupied: async ({ params }, context) => {
    const { area, round } = await requireRound(context, params.id)
    const place = await placeOfLocation(context.db, area.location_id)
    await setOccupied(context.db, round.id, localDateAt(context.now(), place?.time_zone ?? 'UTC'))
    return undefined
  },

  deleteRound: async ({ params }, context) => {
    const { round } = await requireRound(context, params.id)
    await setRoundDeleted(context.db, round.id, isoNow(context))
    return undefined
  },

  restoreRound: async ({ params }, context) => {
    const { area, round } = await requireRound(context, params.id, { deletedSince: bringBackSince(context.now()) })
    const row = await serializable(context.db, async trx => {
      await lockArea(trx, area.id)
      await requireFree(trx, context.t, area.id, round, round.id)
      return setRoundDeleted(trx, round.id, null)
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
      await lockArea(trx, area.id)
      const now = (await roundOfId(trx, round.id)) ?? round
      requireDayOf(context.t, now, body.date)
      const lost = (await lostOf(trx, [round.id])).get(round.id) ?? 0
      if (lost + body.animals > now.animals) refuse('animals', tooManyLost(context.t, now.animals - lost))
      if (Number((await lossDaysOf(trx, round.id)).count) >= MAX_LOSSES)
        refuse('date', context.t('fields.too_many', { limit: MAX_LOSSES }))
      return insertLoss(trx, round.id, body)
    })
  },

  deleteLoss: async ({ params }, context) => {
    const loss = await lossOfId(context.db, params.id)
    if (!loss) throw new Failure('not_found')
    await requireRound(context, loss.round_id)
    await deleteLossOfId(context.db, loss.id)
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

const refuse = (field: string, sentence: string): never => {
  throw new Failure('no_valid_input', { fields: { [field]: [sentence] } })
}

/** Writes all of them, or none; what is wrong is told by the field of its row. */
const addRounds = (
  { db, t }: Asking,
  area: Area,
  rounds: readonly RoundInput[],
  pathOf: (index: number) => string,
): Promise<RoundRow[]> =>
  serializable(db, async trx => {
    await lockArea(trx, area.id)
    if ((await countRounds(trx, area.id)) + rounds.length > MAX_ROUNDS)
      refuse(`${pathOf(0)}date_in`, t('fields.too_many', { limit: MAX_ROUNDS }))
    const made: RoundRow[] = []
    for (const [index, round] of rounds.entries()) {
      await requireFree(trx, t, area.id, round, null, pathOf(index))
      made.push(await insertRound(trx, area.id, round))
    }
    return made
  })

const nameOf = ({ name, date_in, date_out }: RoundRow): string =>
  [name, `${date_in} – ${date_out ?? ''}`.trim()].filter(Boolean).join(', ')

const requireFree = async (
  db: Database,
  t: Words,
  areaId: number,
  days: { date_in: string; date_out?: string | null | undefined },
  except: number | null,
  path = '',
): Promise<void> => {
  const other = await roundAcross(db, areaId, days, except)
  if (other) refuse(`${path}date_in`, t('fields.rounds_overlap', { round: nameOf(other) }))
}

const tooManyLost = (t: Words, present: number): string => t('fields.too_many_lost', { present: String(present) })

/** Losses are counted on the days of a round, the day out among them. */
const requireDayOf = (t: Words, { date_in, date_out }: RoundDays, date: string, field = 'date'): void => {
  if (date < date_in || (date_out !== null && date > date_out))
    refuse(field, t('fields.loss_outside', { from: date_in, until: date_out ?? '…' }))
}

/** Losses stay where they are when a round is corrected: its new days and number must leave room for them. */
const requireLossesFit = async (db: Database, t: Words, id: number, round: RoundInput): Promise<void> => {
  const { first, last } = await lossDaysOf(db, id)
  if (first !== null && first < round.date_in)
    refuse('date_in', t('fields.loss_outside', { from: first, until: last ?? first }))
  if (last !== null && round.date_out && last > round.date_out)
    refuse('date_out', t('fields.loss_outside', { from: first ?? last, until: last }))
  const lost = (await lostOf(db, [id])).get(id) ?? 0
  if (lost > round.animals) refuse('animals', t('fields.too_small', { limit: String(lost) }))
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
  const lost = await lostOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ deleted_at: _, occupied_on: __, ...row }): Round => {
    const round = { ...row, curve: row.curve && fromJson(row.curve) }
    const gone = lost.get(row.id) ?? 0
    const running = runsOn(round, today)
    const last = round.date_out !== null && round.date_out < today ? round.date_out : today
    const age = round.date_in <= today ? ageOn(round, last) : null
    return {
      ...round,
      curve: round.curve && { ...round.curve, points: [...round.curve.points] },
      state: running ? 'running' : age === null ? 'planned' : 'ended',
      age,
      lost: gone,
      present: round.animals - gone,
      wanted: running && age !== null ? wantedOf(area.area_type_id, round, today, age) : NOTHING,
      may: mayEdit ? ['edit', 'delete'] : [],
    }
  })
}

const NOTHING: Round['wanted'] = { mass: null, temperature: null, humidity: null }

const wantedOf = (area_type_id: number, round: RoundOfAge, today: string, age: number): Round['wanted'] => {
  const { curve } = round
  if (!curve) return NOTHING
  const bandOf = (key: 't' | 'h', of: 'temperature' | 'humidity') => {
    const edges = wantedAt(curve, of, age) === null ? null : boundariesOn({ area_type_id, rounds: [round] }, key, today)
    return edges && edges.low_value !== null && edges.high_value !== null
      ? { low: edges.low_value, high: edges.high_value }
      : null
  }
  return {
    mass: wantedAt(curve, 'mass', age),
    temperature: bandOf('t', 'temperature'),
    humidity: bandOf('h', 'humidity'),
  }
}
