import { IconTemperature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { CLIMATE_MINUTES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from './form.module.css'

const MOST = 4

export const CLIMATE_READS = [queryOf(api.listSensors, {}), queryOf(api.listLast, {}), LISTS] as const

interface Props {
  locationId: number | null
  areaIds: readonly number[]
  areaTypeId: number | undefined
  /** Epoch ms. */
  at: number
}

/**
 * Climate the devices there measure about that time: it comes to the inspection by itself, and nobody has to note it.
 */
export function ClimateNote({ locationId, areaIds, areaTypeId, at }: Props) {
  const { t } = useTranslation('inspect')
  const format = useFormat()
  const { data: devices } = useQuery(CLIMATE_READS[0])
  const { data: last } = useQuery(CLIMATE_READS[1])
  const { data: lists } = useQuery(CLIMATE_READS[2])
  if (!devices || !last || !lists) return null
  const sums = new Map<string, { sum: number; count: number }>()
  for (const { id, placement } of devices) {
    if (!placement || placement.location_id !== locationId) continue
    if (areaIds.length > 0 && !areaIds.includes(placement.area_id)) continue
    for (const [key, { value, time }] of Object.entries(last[id] ?? {})) {
      if (Math.abs(new Date(time).getTime() - at) > CLIMATE_MINUTES * 60_000) continue
      const before = sums.get(key) ?? { sum: 0, count: 0 }
      sums.set(key, { sum: before.sum + value, count: before.count + 1 })
    }
  }
  const visible = [...sums]
    .flatMap(([key, { sum, count }]) => {
      const definition = definitionOf(key, areaTypeId, lists)
      return definition?.type.show_in_dials ? [{ definition, mean: sum / count }] : []
    })
    .sort((a, b) => a.definition.type.id - b.definition.type.id)
    .slice(0, MOST)
  return (
    <p className={`bm-small bm-muted ${classes.climate}`}>
      <IconTemperature size={16} stroke={1.9} aria-hidden="true" />
      <span>
        {t(visible.length > 0 ? 'climate.now' : 'climate.later', { minutes: CLIMATE_MINUTES })}
        {visible.map(({ definition: { type, quantity }, mean }, index) => (
          <Fragment key={type.id}>
            {index > 0 ? ', ' : ' '}
            <span className="bm-nowrap">
              {format.value(mean, quantity.decimals, type.unit)}
              {type.unit === 'ppm' && (
                <>
                  {' '}
                  <QuantityName name={type.name} />
                </>
              )}
            </span>
          </Fragment>
        ))}
      </span>
    </p>
  )
}
