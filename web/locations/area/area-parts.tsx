import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import type { AreaState, Finding } from '#shared/rules/locations/area-state.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { useHomeView } from '../../kit/browser/home-view.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { useNow } from '../../kit/time/now.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../home/home.module.css'

export interface AreaProps {
  state: AreaState
  lists: TaxonomyLists
}

const speciesOf = ({ area }: AreaState, lists: TaxonomyLists) =>
  lists.area_types.find(({ id }) => id === area.area_type_id)

/** Colour of the area and, where areas of several locations stand together, whose it is. */
export function AreaPlace({ state: { area, location } }: Pick<AreaProps, 'state'>) {
  const { byFarm } = useHomeView()
  if (byFarm && !area.color) return null
  return (
    <span className={classes.animals}>
      {area.color && <i className="bm-swatch" style={{ background: area.color }} />}
      {!byFarm && location.name}
    </span>
  )
}

/** Species and number of animals: groups and animals in each, or in `short` the total beside the glyph alone. */
export function Animals({ state, lists, short }: AreaProps & { short?: boolean }) {
  const format = useFormat()
  const { group_items, animals_per_group, places_today } = state.area
  const species = speciesOf(state, lists)
  const groups = group_items?.length ?? 0
  const number =
    groups > 0 && animals_per_group
      ? `${format.number(groups)} × ${format.number(animals_per_group)}`
      : places_today
        ? format.number(places_today)
        : ''
  const total = groups > 0 && animals_per_group ? groups * animals_per_group : places_today
  if (short && species && total)
    return (
      <span className={classes.animals} title={species.name}>
        <SpeciesGlyph species={species.key} size={20} />
        <span className="bm-hidden">{species.name}</span>
        {format.number(total)}
      </span>
    )
  return (
    <span className={classes.animals}>
      {species && <SpeciesGlyph species={species.key} size={20} />}
      <span>{[species?.name, number].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/** The unit alone says what is measured. */
const SAID_BY_UNIT = ['temp_deg_c', 'rv_perc']
export const isNamedByUnit = ({ quantity }: Finding): boolean => SAID_BY_UNIT.includes(quantity)

export function Value({ finding }: { finding: Finding }) {
  const format = useFormat()
  return (
    <span className="bm-nowrap">
      {format.value(finding.value, finding.decimals, finding.unit)}
      {!isNamedByUnit(finding) && (
        <>
          {' '}
          <QuantityName name={finding.name} />
        </>
      )}
    </span>
  )
}

/** Name of the device and age of its last value; in `short` the age alone is seen. */
export function DeviceAge({ state, short }: { state: AreaState; short?: boolean }) {
  const format = useFormat()
  const now = useNow()
  const { t } = useTranslation('locations')
  const { device, lastTime, waiting } = state
  if (!device) return null
  const stale = lastTime !== null && freshnessOf(lastTime, now) === 'stale'
  return (
    <span className={classes.device} title={short ? device.name : undefined}>
      {stale && <StatusShape status="stale" size={14} />}
      <span className={classes.deviceSaid}>
        <span className={short ? 'bm-hidden' : classes.deviceName}>{device.name}</span>
        {lastTime && <span className="bm-nowrap">{[!short && '\u00a0· ', format.age(lastTime, now)]}</span>}
        {waiting.length > 0 && (
          <span className={classes.waiting}>
            <StatusShape status="pending" size={14} />
            {t('beside', { count: waiting.length, name: waiting[0]?.name })}
          </span>
        )}
      </span>
    </span>
  )
}

export const dataOf = ({ device }: AreaState): Target => linkTo(dataScreen, { params: { id: device?.id } })
