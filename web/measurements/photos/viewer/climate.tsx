import { useTranslation } from 'react-i18next'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { useFormat } from '../../../kit/language/format.ts'
import { QuantityName } from '../../../ui/data-display/quantity-name.tsx'
import type { Lists } from '../../chart-cards/groups.ts'
import classes from '../photos.module.css'
import { useClimate } from '../queries.ts'

/** Readings at the time a photo was taken. */
export function Climate({ photo, lists, areaTypeId }: { photo: Photo; lists: Lists; areaTypeId: number | undefined }) {
  const { t } = useTranslation('photos')
  const format = useFormat()
  const { data, error } = useClimate(photo)
  const visible = Object.entries(data ?? {})
    .flatMap(([key, { value }]) => {
      const definition = definitionOf(key, areaTypeId, lists)
      return definition?.type.show_in_dials ? [{ definition, value }] : []
    })
    .sort((a, b) => a.definition.type.id - b.definition.type.id)
  return (
    <section aria-labelledby="photo-climate">
      <h3 id="photo-climate">{t('climate.title')}</h3>
      {visible.length > 0 && (
        <dl className={classes.climate}>
          {visible.map(({ definition: { type, quantity }, value }) => (
            <div key={type.id}>
              <dt>
                <QuantityName name={type.name} />
              </dt>
              <dd>{format.value(value, quantity.decimals, type.unit)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="bm-small bm-muted">
        {error ? error.message : t(data && visible.length === 0 ? 'climate.none' : 'climate.around')}
      </p>
    </section>
  )
}
