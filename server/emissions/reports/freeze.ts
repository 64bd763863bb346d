import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import type { EmissionsQuery } from '#shared/contract/places/emissions.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { EmissionPlace } from '../../locations/places.ts'
import { answerOf } from '../answers.ts'
import { logbookOf } from '../logbook.ts'
import { type ReckonedArea, reckonPlace } from '../reckoning.ts'
import { type FrozenReport, frozenInputs } from './frozen.ts'

interface Freezing {
  places: readonly EmissionPlace[]
  name: string
  gas: Emitted
  period: FrozenReport['period']
  within: Dates
  /** Parts that it is summed up by. */
  interval: EmissionsQuery['interval']
}

/**
 * Everything that a report of emissions is made of and says, worked out as the dashboard does it. `onPlace` is told after each
 * place how many areas are done.
 */
export const freeze = async (
  services: Pick<Services, 'db' | 'series' | 'now'> & { user: { name: string } },
  { places, name, gas, period, within, interval }: Freezing,
  onPlace: (areas: number) => Promise<void> = async () => {},
): Promise<FrozenReport> => {
  const areas: ReckonedArea[] = []
  for (const place of places) {
    areas.push(...(await reckonPlace(services, place, gas, within)))
    await onPlace(areas.length)
  }
  return {
    format: 1,
    product: PRODUCT_VERSION,
    name,
    locations: places.map(({ id, name: of, ubn, time_zone }) => ({ id, name: of, ubn, time_zone })),
    gas,
    period,
    ...within,
    made_at: isoNow(services),
    made_by: services.user.name,
    answer: answerOf(areas, { gas, interval }, within, services.now()),
    logbook: await logbookOf(services.db, areas, places, gas, within),
    inputs: frozenInputs(areas),
  }
}
