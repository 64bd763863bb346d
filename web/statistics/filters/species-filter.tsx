import { useTranslation } from 'react-i18next'
import type { ChangeSelection, Dashboard } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import classes from './filters.module.css'

interface Props {
  selection: Selection
  dashboard: Dashboard
  onChange: ChangeSelection
}

/** Species there are: none pressed means all. */
export function SpeciesFilter({ selection: { species }, dashboard: { options, lists }, onChange }: Props) {
  const { t } = useTranslation('statistics')
  const present = lists.area_types.filter(
    ({ id }) => species.includes(id) || options.some(({ speciesId }) => speciesId === id),
  )
  if (present.length < 2 && species.length === 0) return null
  return (
    <section className={classes.group} aria-label={t('filters.species')}>
      <h3>{t('filters.species')}</h3>
      <div className={classes.chips}>
        {present.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={classes.chip}
            aria-pressed={species.includes(id)}
            onClick={() =>
              onChange(before => ({
                // Areas of other species may have been chosen: the first ones of these are shown.
                slots: null,
                species: before.species.includes(id)
                  ? before.species.filter(one => one !== id)
                  : [...before.species, id],
              }))
            }
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  )
}
