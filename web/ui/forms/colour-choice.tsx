import { useTranslation } from 'react-i18next'
import { TOKENS } from '../theme/theme.ts'
import classes from './colour-choice.module.css'

/** Colours that are no status colour. */
const COLOURS: readonly string[] = [3, 4, 6, 5, 1].map(place => TOKENS.light.s[place] ?? '')

interface Props {
  name: string
  value: string | null
  onChange: (colour: string | null) => void
}

/** The colour of a place: a swatch beside its name and its pin on the map. */
export function ColourChoice({ name, value, onChange }: Props) {
  const { t } = useTranslation('ui')
  const visible = value === null || COLOURS.includes(value) ? COLOURS : [...COLOURS, value]
  return (
    <fieldset className={classes.field}>
      <legend>{t('colour.name')}</legend>
      <div className={classes.box}>
        <label className={classes.none}>
          <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
          <span aria-hidden="true" />
          <span className="bm-hidden">{t('colour.none')}</span>
        </label>
        {visible.map((colour, index) => (
          <label key={colour}>
            <input type="radio" name={name} checked={value === colour} onChange={() => onChange(colour)} />
            <span aria-hidden="true" style={{ background: colour }} />
            <span className="bm-hidden">{t('colour.number', { number: index + 1 })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
