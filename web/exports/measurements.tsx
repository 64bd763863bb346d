import { Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import { ExportCard } from './card.tsx'
import classes from './exports.module.css'
import { measurementGroups, toggledMeasurements } from './measurement-groups.ts'
import type { ExportLists } from './queries.ts'

interface Props {
  lists: ExportLists['lists']
  /** Measurements chosen; null: all there are. */
  chosen: readonly string[] | null
  /** Measurements there are in the period; undefined while nobody knows. */
  present: readonly string[] | undefined
  onChoose: (measurements: string[] | null) => void
}

/** Measurements there are, by the chart they share; at first all of them. */
export function Measurements({ lists, chosen, present, onChoose }: Props) {
  const { t } = useTranslation('exports')
  const all = present ?? []
  const on = chosen ?? all
  const groups = measurementGroups(lists, [...all, ...on])
  const toggle = (keys: string[]) => onChoose(toggledMeasurements(chosen, all, keys))
  return (
    <ExportCard title={t('measurements')} note={chosen ? t('chosen', { count: chosen.length }) : t('all_measurements')}>
      {groups.length === 0 && <p className="bm-muted">{t(present ? 'nothing_there' : 'measurements_later')}</p>}
      <div className={classes.allMeasured}>
        {groups.map(({ id, name, types }) => {
          const keys = types.map(({ abbreviation }) => abbreviation)
          const count = keys.filter(key => on.includes(key)).length
          return (
            <fieldset key={id} className={classes.measured} aria-label={name}>
              <div className={classes.groupHead}>
                <Checkbox
                  label={<QuantityName name={name} />}
                  checked={count === keys.length}
                  indeterminate={count > 0 && count < keys.length}
                  onChange={() => toggle(count === keys.length ? keys : keys.filter(key => !on.includes(key)))}
                />
                {keys.length > 1 && <span className="bm-small bm-muted">{t('of', { count, all: keys.length })}</span>}
              </div>
              {types.length > 1 && (
                <div className={classes.chips}>
                  {types.map(({ abbreviation, name: one }) => (
                    <button
                      key={abbreviation}
                      type="button"
                      className={classes.chip}
                      aria-pressed={on.includes(abbreviation)}
                      onClick={() => toggle([abbreviation])}
                    >
                      {on.includes(abbreviation) && <IconCheck size={15} stroke={2.2} aria-hidden="true" />}
                      <QuantityName name={one} />
                    </button>
                  ))}
                </div>
              )}
            </fieldset>
          )
        })}
      </div>
    </ExportCard>
  )
}
