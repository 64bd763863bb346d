import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { AreaMark } from '../dashboard/area-mark.tsx'
import { filledSlots, isFull, MAX_AREAS, ofSpecies, toggled } from '../dashboard/areas.ts'
import type { Dashboard } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import classes from './filters.module.css'

/** Number of areas from which on there is a search. */
const MANY = 10

interface Props {
  selection: Pick<Selection, 'species' | 'slots'>
  dashboard: Pick<Dashboard, 'options' | 'missing' | 'overview'>
  onSlots: (of: (before: Pick<Selection, 'species' | 'slots'>) => readonly number[]) => void
  /** Things that are chosen: areas, or the devices of a research project. */
  kind: 'areas' | 'devices'
}

/** Areas to choose from, each with its colour while it is shown, and the days there are of it. */
export function AreaFilter({ selection, dashboard, onSlots, kind }: Props) {
  const { t } = useTranslation('statistics')
  const [wanted, setWanted] = useState('')
  const { options, missing, overview } = dashboard
  const inSpecies = ofSpecies(options, selection.species)
  const slots = filledSlots(selection.slots, inSpecies)
  const chosen = inSpecies.filter(({ id }) => slots.includes(id))
  const found = inSpecies.filter(({ name, farm }) => hasWords([name, farm], wanted))
  const full = isFull(slots, inSpecies)
  return (
    <section className={classes.group} aria-label={t(`filters.${kind}.title`)}>
      <h3>
        {t(`filters.${kind}.title`)}
        {overview.answer && (
          <span className={classes.count}>{t('filters.some_of', { some: chosen.length, all: inSpecies.length })}</span>
        )}
      </h3>
      {inSpecies.length > MANY && (
        <SearchField label={t(`filters.${kind}.find`)} search={wanted} onSearch={setWanted} />
      )}
      <ul className={classes.areas} aria-busy={overview.old || undefined}>
        {found.map(({ id, name, farm, days }) => {
          const isChosen = slots.includes(id)
          return (
            <li key={id} className={classes.line}>
              <Checkbox
                label={
                  <span className={classes.area}>
                    {isChosen ? <AreaMark slot={slots.indexOf(id)} /> : <i className={classes.noMark} />}
                    <span className={kind === 'devices' ? 'bm-nowrap' : undefined} title={farm}>
                      {name}
                    </span>
                    {kind === 'devices' && <small className={classes.farm}>{farm}</small>}
                  </span>
                }
                checked={isChosen}
                disabled={!isChosen && full}
                onChange={() =>
                  onSlots(before => {
                    const shown = ofSpecies(options, before.species)
                    return toggled(filledSlots(before.slots, shown), id, shown)
                  })
                }
              />
              <span className={classes.days}>{days === null ? '–' : t('days', { count: days })}</span>
            </li>
          )
        })}
      </ul>
      {!overview.answer && !overview.failure && <AreaBones />}
      {wanted.trim() !== '' && found.length === 0 && <p className="bm-muted bm-small">{t('filters.none_found')}</p>}
      {full && inSpecies.length > MAX_AREAS && (
        <p className="bm-muted bm-small">{t(`filters.${kind}.full`, { count: MAX_AREAS })}</p>
      )}
      {missing > 0 && (
        <p className={classes.missing}>
          <StatusShape status="no_data" size={16} /> {t(`filters.${kind}.missing`, { count: missing })}
        </p>
      )}
    </section>
  )
}

function AreaBones() {
  return (
    <div aria-hidden="true" className={classes.bones}>
      {[70, 54, 62, 48].map(width => (
        <span key={width} className="bm-skeleton" style={{ width: `${width}%`, height: 16 }} />
      ))}
    </div>
  )
}
