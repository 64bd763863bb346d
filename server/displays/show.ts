import type { Language } from '#shared/contract/fixed.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { WallArea, WallClimate } from '#shared/contract/places/displays.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { speakingState, stateOfDevice, worseFirst } from '#shared/rules/locations/area-state.ts'
import { definitionOf, judgedBy, statusOfLast } from '#shared/rules/science/measurement-definition.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import { placementsOfLocations } from '../devices/placement/placements.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, ownsLocation, requireLocation } from '../locations/access.ts'
import { presentLocations } from '../locations/present.ts'
import { lastValues } from '../series/last-values.ts'
import type { Latest } from '../series/latest.ts'
import { taxonomyLists } from '../taxonomy/lists.ts'
import { formatsOf } from '../users/accounts.ts'
import type { DisplayRow } from './store.ts'

/** Person who made a display, as an owner alone: it shows nothing that only an administrator sees. */
const makerOf = ({ user_id, maker_email }: DisplayRow): Caller => ({
  id: user_id,
  email: maker_email,
  admin: false,
})

const valuesOf = (last: LastValues, areaTypeId: number, lists: TaxonomyLists): WallArea['values'] =>
  lists.measurement_types
    .filter(type => type.show_in_dials)
    .flatMap(({ abbreviation: key }) => {
      const value = last[key]
      const known = value && definitionOf(key, areaTypeId, lists)
      const definition = known && judgedBy(known, value.by_age)
      if (!value || !definition) return []
      const { name, unit, decimals } = definition.quantity
      const status = value.grade === null ? null : (statusOfLast(definition, value) ?? null)
      return [{ key, name, unit, decimals, value: value.value, time: value.time, status }]
    })

/** Climate of the location of a display, worst area first: what its maker sees now. Throws not_found once that is nothing. */
export const show = async (
  services: Services & { language: Language },
  latest: Latest,
  display: DisplayRow,
): Promise<WallClimate> => {
  const { db, now, language } = services
  const maker = makerOf(display)
  // A maker who may only read it by now, as one of a group, is no owner any more.
  if (!(await ownsLocation(db, maker, display.location_id))) throw new Failure('not_found')
  const row = await requireLocation(db, maker, display.location_id, 'own')
  // A display shows no places.
  const [location] = await presentLocations({ ...services, user: maker }, async () => new Map(), [row])
  const areas = location?.areas ?? []
  const placed = (await placementsOfLocations(db, [row.id])).filter(one => contains(one, isoNow(services)))
  const hung = new Set(placed.map(({ device_id }) => device_id))
  const visible = new Map([...(await visiblePeriods(db, maker))].filter(([id]) => hung.has(id)))
  const last = await lastValues(services, latest, visible)
  const lists = taxonomyLists(language)
  const shown = areas.map(area => {
    const species = lists.area_types.find(({ id }) => id === area.area_type_id)
    const states = placed
      .filter(({ area_id, device_id }) => area_id === area.id && visible.has(device_id))
      .map(({ device_id }) => {
        const values = last[device_id] ?? {}
        return { values, ...stateOfDevice(values, area.area_type_id, lists, now()) }
      })
    const worst = speakingState(states) ?? { values: {}, ...stateOfDevice({}, area.area_type_id, lists, now()) }
    // An empty area has nothing to judge its values by.
    const isEmpty = area.empty_since !== undefined && worst.status !== 'no_data'
    return {
      area_id: area.id,
      area_name: area.name,
      species: species?.key ?? null,
      species_name: species?.name ?? null,
      ...worst,
      ...(isEmpty ? { status: 'not_graded' as const, grade: null, stale: false } : {}),
      last_time: worst.lastTime,
      values: valuesOf(worst.values, area.area_type_id, lists),
    }
  })
  return {
    location_name: row.name,
    time_zone: row.time_zone,
    look: display.look,
    formats: formatsOf(display),
    expires_at: display.expires_at,
    areas: shown.sort(worseFirst),
  }
}
