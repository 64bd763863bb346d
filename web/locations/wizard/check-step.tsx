import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { countryName } from '#shared/rules/formats/countries.ts'
import { useFormat } from '../../kit/language/format.ts'
import { Skyline } from '../../ui/icons/skyline.tsx'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import type { LocationValues } from '../edit/location-values.ts'
import { areaFiguresOf } from './plan.ts'
import classes from './wizard.module.css'

interface Props {
  values: LocationValues
  lists: TaxonomyLists
  onPick: (step: number) => void
}

function Part({
  title,
  step,
  onPick,
  children,
}: { title: string; step: number; children: ReactNode } & Pick<Props, 'onPick'>) {
  const { t } = useTranslation('places')
  return (
    <section className={`bm-card ${classes.part}`}>
      <div className={classes.previewHead}>
        <h2>{title}</h2>
        <button type="button" className="bm-link" onClick={() => onPick(step)}>
          {t('change')}
          <span className="bm-hidden"> {title}</span>
        </button>
      </div>
      {children}
    </section>
  )
}

/** Address in one line: street number, postal code town, country. */
export const addressLine = (
  values: Pick<LocationValues, 'street' | 'number' | 'postal_code' | 'city' | 'country_code'>,
  language: string,
): string =>
  [
    [values.street, values.number].filter(Boolean).join(' '),
    [values.postal_code, values.city].filter(Boolean).join(' '),
    values.country_code && countryName(values.country_code, language),
  ]
    .filter(Boolean)
    .join(', ')

/** Summary of what will be made, before it is. */
export function CheckStep({ values, lists, onPick }: Props) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const type = lists.location_types.find(({ id }) => String(id) === values.type)?.name
  const barns = values.areas.map(area => ({ id: area.key, name: area.name, status: 'pending' as const }))
  const address = addressLine(values, format.language)
  return (
    <div className={classes.check}>
      <div className={`bm-card ${classes.part}`}>
        <Skyline barns={barns} most={6} />
        <p className="bm-muted">{t('check.skyline', { count: values.areas.length })}</p>
      </div>
      <Part title={t('step.name')} step={0} onPick={onPick}>
        <p>
          <b>{values.name}</b> · {type}
        </p>
        <p className="bm-muted">{values.owners.length > 0 ? values.owners.join(', ') : t('check.only_you')}</p>
      </Part>
      <Part title={t('step.address')} step={1} onPick={onPick}>
        <p>{address || t('check.no_address')}</p>
        <p className="bm-muted">
          {values.lat === null || values.lon === null
            ? t('check.no_position')
            : t('check.position', { lat: format.number(values.lat, 5), lon: format.number(values.lon, 5) })}
        </p>
      </Part>
      <Part title={t('step.areas')} step={2} onPick={onPick}>
        <ul className={classes.made}>
          {values.areas.map(area => {
            const species = lists.area_types.find(({ id }) => id === area.area_type_id)
            const { animals, floor } = areaFiguresOf(area)
            const facts = [
              species?.name,
              animals > 0 && t('check.animals', { count: animals, number: format.number(animals) }),
              floor > 0 && format.value(floor, 0, 'm²'),
            ].filter(Boolean)
            return (
              <li key={area.key}>
                {area.colour && <i className="bm-swatch" style={{ background: area.colour }} />}
                {species && <SpeciesGlyph species={species.key} size={22} />}
                <b>{area.name}</b>
                <span className="bm-muted">{facts.join(' · ')}</span>
              </li>
            )
          })}
        </ul>
      </Part>
    </div>
  )
}
