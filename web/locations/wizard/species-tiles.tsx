import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import classes from '../area/area.module.css'

interface Props {
  name: string
  types: TaxonomyLists['area_types']
  value: number | null
  error?: ReactNode
  onChange: (id: number) => void
}

/** Kind of animal as tiles, with the keys of a radio group. */
export function SpeciesTiles({ name, types, value, error, onChange }: Props) {
  const { t } = useTranslation('places')
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('field.area_type_id')}</legend>
      <div className={classes.tiles}>
        {types.map(type => (
          <label key={type.id} className={classes.tile} data-chosen={type.id === value || undefined}>
            <input
              type="radio"
              name={name}
              checked={type.id === value}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
              onChange={() => onChange(type.id)}
            />
            <SpeciesGlyph species={type.key} size={26} />
            {type.name}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
