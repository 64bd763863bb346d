import type { ChartArrangement } from '#shared/contract/accounts/chart-arrangements.ts'
import type { Database } from '../kit/database/database.ts'

/** Kind of area of devices that have none. */
const NO_AREA = 0

export const chartArrangementsOf = async (db: Database, userId: number): Promise<ChartArrangement[]> => {
  const rows = await db
    .selectFrom('chart_arrangements')
    .select(['area_type_id', 'chart_order', 'hidden'])
    .where('user_id', '=', userId)
    .orderBy('area_type_id')
    .execute()
  return rows.map(({ area_type_id, chart_order, hidden }) => ({
    area_type_id: area_type_id === NO_AREA ? null : area_type_id,
    order: JSON.parse(chart_order),
    hidden: JSON.parse(hidden),
  }))
}

/** Keeps an arrangement; one that changes nothing is forgotten. */
export const saveChartArrangement = async (
  db: Database,
  user_id: number,
  { area_type_id: given, order, hidden }: ChartArrangement,
): Promise<void> => {
  const area_type_id = given ?? NO_AREA
  if (order.length === 0 && hidden.length === 0) {
    await db
      .deleteFrom('chart_arrangements')
      .where('user_id', '=', user_id)
      .where('area_type_id', '=', area_type_id)
      .execute()
    return
  }
  const row = { chart_order: JSON.stringify(order), hidden: JSON.stringify(hidden) }
  await db
    .insertInto('chart_arrangements')
    .values({ user_id, area_type_id, ...row })
    .onConflict(conflict => conflict.columns(['user_id', 'area_type_id']).doUpdateSet(row))
    .execute()
}
