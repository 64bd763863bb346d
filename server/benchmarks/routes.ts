import { benchmarkEndpoints, type LocationBenchmark } from '#shared/contract/places/benchmarks.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { type Caller, ownedByAddresses, requireLocation } from '../locations/access.ts'
import { oldestTold } from './compute.ts'
import { agreementsOf, deleteAgreement, namesOf, putAgreement, valuesOf } from './store.ts'

/** Own locations of a caller: being an administrator owns none. */
const ownIds = async (db: Database, { email }: Pick<Caller, 'email'>): Promise<Set<number>> =>
  (await ownedByAddresses(db, [email])).get(email) ?? new Set()

type Value = Awaited<ReturnType<typeof valuesOf>>[number]

const presentValue = ({ location_id: _, week: __, farms, low, high, ...value }: Value) => ({
  ...value,
  // A middle half is told only to who is in it: a week is shown by the values of one's own.
  middle_half: farms === null || low === null || high === null ? null : { farms: fromJson(farms).length, low, high },
})

const presentBenchmarks = async (db: Database, ids: readonly number[], now: number): Promise<LocationBenchmark[]> => {
  const [names, agreements] = [await namesOf(db, ids), await agreementsOf(db, ids)]
  const agreed = new Map(agreements.map(one => [one.location_id, one.agreed_at]))
  const values = Map.groupBy(await valuesOf(db, [...agreed.keys()], oldestTold(now)), ({ location_id }) => location_id)
  return names.map(({ id, name }) => {
    const of = values.get(id) ?? []
    const week =
      of
        .map(one => one.week)
        .sort()
        .at(-1) ?? null
    return {
      location_id: id,
      location_name: name,
      agreed_at: agreed.get(id) ?? null,
      week,
      values: of.filter(one => one.week === week).map(presentValue),
    }
  })
}

export const benchmarkRoutes = serve(benchmarkEndpoints, {
  listBenchmarks: async (_, { db, user, now }) => presentBenchmarks(db, [...(await ownIds(db, user))], now()),

  setBenchmark: async ({ params: { id }, body: { agreed } }, context) => {
    const { user, now } = context
    return serializable(context.db, async db => {
      await requireLocation(db, user, id, 'own')
      // An owner alone agrees: an administrator does not by being one.
      if (!(await ownIds(db, user)).has(id)) throw new Failure('not_allowed')
      const [before] = await agreementsOf(db, [id])
      if (agreed && !before) {
        // Values that an owner of before gave are not this one's to see.
        await deleteAgreement(db, id)
        await putAgreement(db, { location_id: id, user_id: user.id, agreed_at: isoNow(context) })
        await writeAudit(context, db, { action: 'benchmark_joined', location_id: id })
      }
      if (!agreed) {
        await deleteAgreement(db, id)
        if (before) await writeAudit(context, db, { action: 'benchmark_left', location_id: id })
      }
      const [benchmark] = await presentBenchmarks(db, [id], now())
      if (!benchmark) throw new Failure('not_found')
      return benchmark
    })
  },
})
