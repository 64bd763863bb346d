import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { useFormat } from '../../kit/language/format.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import type { AreaValues } from '../edit/location-values.ts'
import { AreaPlan } from '../wizard/area-plan.tsx'
import { areaFiguresOf, floorPlanOf, placesNow } from '../wizard/plan.ts'
import classes from '../wizard/wizard.module.css'

const MAX_BANDS = 4

/** Comfort of the chosen animals, as it will judge the values. */
function Comfort({ areaTypeId, lists }: { areaTypeId: number; lists: TaxonomyLists }) {
  const { t } = useTranslation(['places', 'ui'])
  const format = useFormat()
  const bands = lists.chart_groups.flatMap(group => {
    const quantity = lists.physical_quantities.find(({ id }) => id === group.physical_quantity_id)
    const edges = group.area_type_boundaries.find(({ area_type_id }) => area_type_id === areaTypeId)
    if (!quantity || edges?.high_value == null) return []
    const number = (edge: number) => format.edge(edge, 1, quantity.unit)
    const high = number(edges.high_value)
    const twoSided = group.low_is_bad && edges.low_value !== null
    const band = twoSided ? `${number(edges.low_value ?? 0)}–${high}` : t('ui:below', { value: high })
    return [{ id: group.id, name: quantity.name, text: `${band} ${format.unit(quantity.unit)}` }]
  })
  const species = lists.area_types.find(({ id }) => id === areaTypeId)?.name ?? ''
  return (
    <div className={classes.comfort}>
      <h4>{t('comfort', { species })}</h4>
      <ul>
        {bands.slice(0, MAX_BANDS).map(({ id, name, text }) => (
          <li key={id}>
            <QuantityName name={name} /> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figures({ area }: { area: AreaValues }) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const { floor, penPerAnimal, airPerAnimal, used } = areaFiguresOf(area)
  const figures = [
    { key: 'floor', value: floor, decimals: floor < 100 ? 1 : 0, unit: 'm²' },
    { key: 'pen', value: penPerAnimal, decimals: 2, unit: 'm²' },
    { key: 'air', value: airPerAnimal, decimals: 2, unit: 'm³' },
    { key: 'used', value: used, decimals: 0, unit: '%' },
  ] as const
  const known = figures.filter(({ value }) => value > 0 && Number.isFinite(value))
  return (
    <div className={classes.figures}>
      {known.map(({ key, value, decimals, unit }) => (
        <p key={key}>
          <b className="bm-num">
            {format.number(value, decimals)} <i>{unit}</i>
          </b>
          <span>{t(`figure.${key}`, { places: placesNow(area) })}</span>
        </p>
      ))}
    </div>
  )
}

/** Drawing to scale of what the fields make, while they are typed. */
export function AreaPreview({ area, lists }: { area: AreaValues; lists: TaxonomyLists }) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const plan = floorPlanOf(area)
  const species = lists.area_types.find(({ id }) => id === area.area_type_id)
  const name = area.name || t('area')
  const two = (value: number) => format.number(value, 1)
  return (
    <section className={`bm-card ${classes.preview}`} aria-label={t('plan.title', { name })}>
      <div className={classes.previewHead}>
        <h3>{t('plan.title', { name })}</h3>
        {plan && plan.across * plan.deep > 0 && (
          <span className="bm-small bm-muted">
            {t('plan.group', { width: two(plan.penWidth), depth: two(plan.penDepth) })}
          </span>
        )}
      </div>
      {plan ? (
        <AreaPlan plan={plan} species={species?.key ?? ''} name={name} />
      ) : (
        <p className="bm-muted">{t('plan.empty')}</p>
      )}
      {plan && !plan.fits && (
        <Note status="attention">
          {t('plan.too_small', {
            width: two(plan.across * plan.penWidth),
            depth: two(plan.deep * plan.penDepth),
          })}
        </Note>
      )}
      <Figures area={area} />
      {area.area_type_id !== null && <Comfort areaTypeId={area.area_type_id} lists={lists} />}
    </section>
  )
}
