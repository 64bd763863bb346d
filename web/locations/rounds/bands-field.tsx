import { Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AXIS_MEASURES, type AxisMeasure } from '#shared/rules/locations/exposure.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { BandChart } from './age-chart.tsx'
import classes from './rounds.module.css'
import { TableInput } from './table-input.tsx'
import { readBand } from './tables.ts'

/** Band as the table it is typed in. */
export interface BandText {
  measure: AxisMeasure
  text: string
}

interface Props {
  bands: readonly BandText[]
  /** Day of age of the animals today; null where none are there. */
  age: number | null
  /** Sentence about all of them, and about each; undefined without one. */
  error: string | undefined
  errors: readonly (string | undefined)[]
  onChange: (bands: BandText[]) => void
}

/** Own bands of a round by day of age: a table for each measurement that has one. */
export function BandsField({ bands, age, error, errors, onChange }: Props) {
  const { t } = useTranslation(['rounds', 'ui'])
  const add = useRef<HTMLInputElement>(null)
  const isRemoved = useRef(false)
  // The button that took a band away is gone with it, and after the last of all measurements the choice comes back only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the bands have changed on the screen
  useEffect(() => {
    if (!isRemoved.current) return
    isRemoved.current = false
    add.current?.focus()
  }, [bands])
  const left = AXIS_MEASURES.filter(measure => bands.every(band => band.measure !== measure))
  return (
    <fieldset className={classes.bands}>
      <legend>
        {t('bands.title')} <span className="bm-optional">{t('ui:optional')}</span>
      </legend>
      <p className="bm-small bm-muted">{t('bands.text')}</p>
      {bands.map(({ measure, text }, index) => {
        const { points, problems } = readBand(text, measure)
        const name = t(`bands.measure.${measure}`, { unit: unitFor('°C') })
        return (
          <div key={measure} className={classes.band}>
            <TableInput
              label={name}
              columns={t('bands.columns')}
              value={text}
              problems={problems}
              error={points.length + problems.length === 0 ? t('curve.missing') : errors[index]}
              onChange={next =>
                onChange(bands.map(band => (band.measure === measure ? { measure, text: next } : band)))
              }
            />
            {problems.length === 0 && <BandChart band={{ measure, points }} age={age} />}
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.8} aria-hidden="true" />}
              onClick={() => {
                isRemoved.current = true
                onChange(bands.filter(band => band.measure !== measure))
              }}
            >
              {t('bands.remove')}
              <span className="bm-hidden"> {name}</span>
            </Button>
          </div>
        )
      })}
      {error !== undefined && (
        <p className="bm-small" role="alert">
          {error}
        </p>
      )}
      {left.length > 0 && (
        <Select
          ref={add}
          size="md"
          label={t('bands.add')}
          placeholder={t('bands.choose')}
          data={left.map(measure => ({
            value: measure,
            label: t(`bands.measure.${measure}`, { unit: unitFor('°C') }),
          }))}
          value={null}
          onChange={chosen => {
            const measure = left.find(one => one === chosen)
            if (measure) onChange([...bands, { measure, text: '' }])
          }}
        />
      )}
    </fieldset>
  )
}
