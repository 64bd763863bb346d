import type { Selectable } from 'kysely'
import type { RoundInput } from '#shared/contract/places/rounds.ts'
import { type RoundCount, type RoundWants, sumOfCounts } from '#shared/rules/locations/rounds.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { requireRepeated } from '../../kit/repeated.ts'
import type { Tables } from '../../tables.ts'

export type RoundRow = Selectable<Tables['rounds']>

/** Wants by day of age, as a row has them. */
export const wantsOf = ({ curve, bands }: Pick<RoundRow, 'curve' | 'bands'>): RoundWants => ({
  curve: curve && fromJson(curve),
  bands: bands && fromJson(bands),
})

type Counts = ReturnType<typeof sumOfCounts>

/** Holds an area for the rest of the transaction: of two that write its rounds at once, the second sees what the first wrote. */
export const lockArea = (trx: Database, id: number) =>
  trx
    .updateTable('areas')
    .set(eb => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .execute()

export const roundsOfArea = (db: Database, areaId: number): Promise<RoundRow[]> =>
  db
    .selectFrom('rounds')
    .selectAll()
    .where('area_id', '=', areaId)
    .where('deleted_at', 'is', null)
    .orderBy('date_in', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Areas of these locations, of all where null, that have a round. */
export const areasWithRounds = async (db: Database, locationIds: readonly number[] | null): Promise<number[]> => {
  const areas = db
    .selectFrom('areas')
    .select('areas.id')
    .where('areas.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rounds')
          .select('rounds.id')
          .whereRef('rounds.area_id', '=', 'areas.id')
          .where('rounds.deleted_at', 'is', null),
      ),
    )
    .orderBy('areas.id')
  const found = await (locationIds === null
    ? areas
    : areas.where('location_id', 'in', inIds(db, locationIds))
  ).execute()
  return found.map(({ id }) => id)
}

/** A round, deleted or not. */
export const roundOfId = (db: Database, id: number): Promise<RoundRow | undefined> =>
  db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst()

/** Rounds of these areas that run on any of the local dates `from` to `until`, both included. */
export const roundsOfAreasIn = (db: Database, areaIds: readonly number[], from: string, until: string) =>
  db
    .selectFrom('rounds')
    .select(['area_id', 'date_in', 'date_out', 'age_in', 'curve', 'bands'])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('deleted_at', 'is', null)
    .where('date_in', '<=', until)
    .where(eb => eb.or([eb('date_out', 'is', null), eb('date_out', '>', from)]))
    .execute()

/** Rounds of these areas that run in the days from ≤ day < until, with their animals. */
export const roundsWithAnimals = (db: Database, areaIds: readonly number[], from: string, until: string) =>
  db
    .selectFrom('rounds')
    .select([
      'id',
      'name',
      'area_id',
      'date_in',
      'date_out',
      'age_in',
      'animals',
      'preset',
      'curve',
      'bands',
      'occupied_on',
    ])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('deleted_at', 'is', null)
    .where('date_in', '<', until)
    .where(eb => eb.or([eb('date_out', 'is', null), eb('date_out', '>', from)]))
    .execute()

/** Counts of animals of these rounds by day. */
export const lossesOfRounds = (db: Database, roundIds: readonly number[]) =>
  db
    .selectFrom('round_losses')
    .select(['round_id', 'date', 'kind', 'animals', 'inspection_id'])
    .where('round_id', 'in', inIds(db, roundIds))
    .execute()

/** Day on which the first round of these areas began, by area; those that never had one are left out. */
export const firstRoundsOf = async (db: Database, areaIds: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('rounds')
    .select(eb => ['area_id', eb.fn.min('date_in').as('first')])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('deleted_at', 'is', null)
    .groupBy('area_id')
    .execute()
  return new Map(rows.map(({ area_id, first }) => [area_id, first]))
}

/** Another round of the area that runs on some of the same days. */
export const roundAcross = (
  db: Database,
  areaId: number,
  { date_in, date_out }: { date_in: string; date_out?: string | null | undefined },
  except: number | null,
): Promise<RoundRow | undefined> => {
  const across = db
    .selectFrom('rounds')
    .selectAll()
    .where('area_id', '=', areaId)
    .where('deleted_at', 'is', null)
    .where('id', '<>', except ?? 0)
    .where(eb => eb.or([eb('date_out', 'is', null), eb('date_out', '>', date_in)]))
    .orderBy('date_in')
  return (date_out ? across.where('date_in', '<', date_out) : across).executeTakeFirst()
}

export const countRounds = async (db: Database, areaId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('rounds')
    .select(eb => eb.fn.countAll().as('count'))
    .where('area_id', '=', areaId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const columnsOf = (round: RoundInput) => ({
  name: round.name || null,
  date_in: round.date_in,
  date_out: round.date_out ?? null,
  age_in: round.age_in,
  animals: round.animals,
  preset: round.preset || null,
  curve: round.curve ? jsonOf(round.curve) : null,
  // Pages of the release before know of no bands and leave them out.
  ...(round.bands === undefined ? {} : { bands: round.bands?.length ? jsonOf(round.bands) : null }),
})

export const insertRound = (db: Database, areaId: number, round: RoundInput): Promise<RoundRow> =>
  db
    .insertInto('rounds')
    .values({ area_id: areaId, ...columnsOf(round) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Requires that a round is by now what a change wants that was made from the version before: it is sent again. */
export const requireRepeatedRound = (row: RoundRow, round: RoundInput, version: number): RoundRow =>
  requireRepeated(row, columnsOf(round), version)

/** The round as changed; undefined when somebody changed it since the version read. */
export const changeRound = (
  db: Database,
  id: number,
  round: RoundInput,
  version: number | undefined,
): Promise<RoundRow | undefined> => {
  const change = db
    .updateTable('rounds')
    .set(columnsOf(round))
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (version === undefined ? change : change.where('version', '=', version)).returningAll().executeTakeFirst()
}

/** Keeps the local day on which somebody said that the animals of a round are still there. */
export const setOccupied = (db: Database, id: number, occupied_on: string) =>
  db.updateTable('rounds').set({ occupied_on }).where('id', '=', id).execute()

export const setRoundDeleted = (db: Database, id: number, deleted_at: string | null): Promise<RoundRow> =>
  db.updateTable('rounds').set({ deleted_at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes for good the rounds that nobody brought back in time. */
export const purgeDeletedRounds = (db: Database, since: string) =>
  db.deleteFrom('rounds').where('deleted_at', '<=', since).execute()

/** Counts of animals by round; rounds without any are left out. */
export const countsOfRounds = async (db: Database, roundIds: readonly number[]): Promise<Map<number, Counts>> => {
  const rows = await db
    .selectFrom('round_losses')
    .select(['round_id', 'kind', eb => eb.fn.sum('animals').as('animals')])
    .where('round_id', 'in', inIds(db, roundIds))
    .groupBy(['round_id', 'kind'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.round_id)].map(([id, some]) => [
      id,
      sumOfCounts(some.map(({ kind, animals }) => ({ kind, animals: Number(animals) }))),
    ]),
  )
}

export const lossesOf = (db: Database, roundId: number) =>
  db
    .selectFrom('round_losses')
    .select(['id', 'date', 'kind', 'animals', 'inspection_id'])
    .where('round_id', '=', roundId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** First and last day on which a round has counts, and how many these are. */
export const lossDaysOf = (db: Database, roundId: number) =>
  db
    .selectFrom('round_losses')
    .select(eb => [eb.fn.min('date').as('first'), eb.fn.max('date').as('last'), eb.fn.countAll().as('count')])
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow()

export const lossOfId = (db: Database, id: number) =>
  db.selectFrom('round_losses').selectAll().where('id', '=', id).executeTakeFirst()

export interface NewLoss {
  date: string
  kind: RoundCount
  animals: number
  inspection_id?: number | null
}

export const insertLoss = (db: Database, round_id: number, { inspection_id = null, ...count }: NewLoss) =>
  db
    .insertInto('round_losses')
    .values({ round_id, inspection_id, ...count })
    .returning(['id', 'date', 'kind', 'animals', 'inspection_id'])
    .executeTakeFirstOrThrow()

/** Counts that rounds have of these inspections, wherever they are. */
export const countsOfInspections = (db: Database, inspectionIds: readonly number[]) =>
  db
    .selectFrom('round_losses')
    .innerJoin('rounds', 'rounds.id', 'round_losses.round_id')
    .innerJoin('areas', 'areas.id', 'rounds.area_id')
    .select(['inspection_id', 'kind', 'round_losses.date', 'round_losses.animals', 'round_id'])
    .select(['area_id', 'areas.name as area_name', 'location_id'])
    .where('inspection_id', 'in', inIds(db, inspectionIds))
    .where('rounds.deleted_at', 'is', null)
    .$narrowType<{ inspection_id: number }>()
    .orderBy('round_losses.id')
    .execute()

/** Inspections of which rounds of an area have counts of a local day or later ones. */
export const inspectionsCountedIn = async (db: Database, areaId: number, from: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('round_losses')
    .select('inspection_id')
    .distinct()
    .where('inspection_id', 'is not', null)
    .where('date', '>=', from)
    .where(
      'round_id',
      'in',
      db.selectFrom('rounds').select('id').where('area_id', '=', areaId).where('deleted_at', 'is', null),
    )
    .$narrowType<{ inspection_id: number }>()
    .execute()
  return rows.map(({ inspection_id }) => inspection_id)
}

/** Rounds of any area into which a count of an inspection was taken over. */
export const roundsOfInspection = (
  db: Database,
  { inspection_id, kind }: { inspection_id: number; kind: RoundCount },
): Promise<RoundRow[]> =>
  db
    .selectFrom('rounds')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'in',
      db
        .selectFrom('round_losses')
        .select('round_id')
        .where('inspection_id', '=', inspection_id)
        .where('kind', '=', kind),
    )
    .execute()

/** Takes back what an inspection counted, also from rounds that can still be brought back: it counts in one place. */
export const deleteLossesOfInspection = (
  db: Database,
  { inspection_id, kind }: { inspection_id: number; kind: RoundCount },
) => db.deleteFrom('round_losses').where('inspection_id', '=', inspection_id).where('kind', '=', kind).execute()

/** Forgets what was answered to a count elsewhere: should its inspection come back there, it is asked about anew. */
export const deleteOtherAnswers = (
  db: Database,
  { area_id, inspection_id, kind }: { area_id: number; inspection_id: number; kind: RoundCount },
) =>
  db
    .deleteFrom('diary_answers')
    .where('inspection_id', '=', inspection_id)
    .where('kind', '=', kind)
    .where('area_id', '<>', area_id)
    .execute()

export const deleteLossOfId = (db: Database, id: number) => db.deleteFrom('round_losses').where('id', '=', id).execute()

/** Day since which nothing is in these areas, by area: all rounds that began until the local date `today` have ended. */
export const emptyAreas = async (
  db: Database,
  areaIds: readonly number[],
  today: string,
): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('rounds')
    .select(eb => [
      'area_id',
      eb.fn.max('date_out').as('since'),
      eb.fn.sum(eb.case().when('date_out', '<=', today).then(0).else(1).end()).as('running'),
    ])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('deleted_at', 'is', null)
    .where('date_in', '<=', today)
    .groupBy('area_id')
    .execute()
  return new Map(
    rows.flatMap(({ area_id, since, running }) => (since !== null && Number(running) === 0 ? [[area_id, since]] : [])),
  )
}

/** Answers that were given to counts of the diary in an area. */
export const diaryAnswersOf = (db: Database, areaId: number, inspectionIds: readonly number[]) =>
  db
    .selectFrom('diary_answers')
    .selectAll()
    .where('area_id', '=', areaId)
    .where('inspection_id', 'in', inIds(db, inspectionIds))
    .execute()

/** Keeps that a count of the diary was answered; it is asked about again once its number or its day is another one. */
export const keepDiaryAnswer = (db: Database, answer: Selectable<Tables['diary_answers']>) =>
  db
    .insertInto('diary_answers')
    .values(answer)
    .onConflict(conflict =>
      conflict
        .columns(['inspection_id', 'area_id', 'kind'])
        .doUpdateSet({ animals: answer.animals, date: answer.date }),
    )
    .execute()

/** Forgets the answers by which a round got counts of the diary: they are asked about again. */
export const deleteDiaryAnswersOfRound = (db: Database, { id, area_id }: Pick<RoundRow, 'id' | 'area_id'>) =>
  db
    .deleteFrom('diary_answers')
    .where('area_id', '=', area_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('round_losses')
          .select('round_losses.id')
          .where('round_losses.round_id', '=', id)
          .whereRef('round_losses.inspection_id', '=', 'diary_answers.inspection_id')
          .whereRef('round_losses.kind', '=', 'diary_answers.kind'),
      ),
    )
    .execute()

/** Keeps again the answers by which a round got counts of the diary, except for those answered anew since. */
export const keepDiaryAnswersOfRound = (db: Database, id: number) =>
  db
    .insertInto('diary_answers')
    .columns(['inspection_id', 'area_id', 'kind', 'animals', 'date'])
    .expression(
      db
        .selectFrom('round_losses')
        .innerJoin('rounds', 'rounds.id', 'round_losses.round_id')
        .select(eb => [
          'round_losses.inspection_id',
          'rounds.area_id',
          'round_losses.kind',
          eb.fn.sum<number>('round_losses.animals').as('animals'),
          eb.fn.min('round_losses.date').as('date'),
        ])
        .where('round_losses.round_id', '=', id)
        .where('round_losses.inspection_id', 'is not', null)
        .groupBy(['round_losses.inspection_id', 'rounds.area_id', 'round_losses.kind'])
        .$narrowType<{ inspection_id: number }>(),
    )
    .onConflict(conflict => conflict.columns(['inspection_id', 'area_id', 'kind']).doNothing())
    .execute()
