import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { thresholdUnit } from '#shared/rules/alerts/rule-sentence.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import classes from './rule.module.css'
import { calculationOf, clearIn, limitField, type RuleValues } from './rule-values.ts'
import { TokenNumber } from './token.tsx'
import { useSentenceTexts } from './use-sentence.ts'

interface Props {
  values: RuleValues
  quantity: PhysicalQuantity
  error: string | undefined
  onChange: (change: Partial<RuleValues>) => void
}

/** Field for the value at which the alert is over: some way from the limit, so that it does not flip on and off. */
export function RuleEnds({ values, quantity, error, onChange }: Props) {
  const { t } = useTranslation('alert-rules')
  const texts = useSentenceTexts()
  const errorId = useId()
  if (values.comparator === 'equal')
    return (
      <section className={`bm-card ${classes.part}`}>
        <h2>{t('ends.title')}</h2>
        <p>{t('ends.equal')}</p>
      </section>
    )
  const side = values.comparator.startsWith('greater') ? 'greater' : 'less'
  const [before, after] = t(`ends.${side}`, { value: '|' }).split('|')
  const follows = values.clear_value === null
  const displayed = follows ? limitField(values, clearIn(values, quantity), quantity.unit) : (values.clear_value ?? '')
  const unit = thresholdUnit(calculationOf(values.what, values.calculation), unitFor(quantity.unit), texts)
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('ends.title')}</h2>
      <p className={classes.line}>
        {before}
        <TokenNumber
          label={t('slot.clear')}
          unit={unit}
          wrong={error !== undefined}
          describedBy={errorId}
          value={displayed}
          onChange={clear_value => onChange({ clear_value })}
        />
        {after}{' '}
        {!follows && (
          <button type="button" className="bm-link" onClick={() => onChange({ clear_value: null })}>
            {t('ends.again')}
          </button>
        )}
      </p>
      <p id={errorId} className={error ? classes.error : 'bm-small bm-muted'} role={error ? 'alert' : undefined}>
        {error ?? t('ends.why')}
      </p>
    </section>
  )
}
