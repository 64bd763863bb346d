import { Menu, Switch } from '@mantine/core'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CALCULATION_MINUTES, COMPARATORS } from '#shared/contract/alerts/alert-rules.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import {
  placeFrame,
  type Slot,
  scopeText,
  sentenceParts,
  slotTexts,
  thresholdUnit,
  WHATS,
} from '#shared/rules/alerts/rule-sentence.ts'
import { parseNumber } from '#shared/rules/ingest/value.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { PlaceToken } from './place-token.tsx'
import classes from './rule.module.css'
import { type Places, placeNamesOf } from './rule-place.ts'
import { calculationOf, limitIn, type RuleValues, withMinutes, withWhat } from './rule-values.ts'
import { TokenMenu, TokenNumber } from './token.tsx'
import { namesOf, useSentenceTexts } from './use-sentence.ts'

const COMMON_TIMES = ['1', '2', '3', '5', '10']

interface Props {
  values: RuleValues
  lists: TaxonomyLists
  /** Locations and devices the rule can be for. */
  places: Omit<Places, 'lists'>
  error: string | undefined
  placeError?: string | undefined
  /** More below the sentence. */
  children?: ReactNode
  /** True where the rule can follow the age of the animals. */
  follow: boolean
  onChange: (change: Partial<RuleValues>) => void
}

/** "3 times in a row", with a field for the number where none of the usual ones fits. */
function Times({ value, onChange }: { value: string; onChange: (times: string) => void }) {
  const { t } = useTranslation('alert-rules')
  const texts = useSentenceTexts()
  const [typing, setTyping] = useState(!COMMON_TIMES.includes(value))
  const [before = '', after = ''] = texts.times.split('{{n}}')
  const label = (times: string) => (times === '1' ? texts.once : texts.times.replace('{{n}}', times))
  if (typing)
    return (
      <>
        {before}
        <TokenNumber
          label={t('slot.times')}
          unit=""
          whole
          wrong={!(Number(value) >= 1)}
          value={value}
          onChange={onChange}
          onBlur={() => setTyping(!COMMON_TIMES.includes(value))}
        />
        {after}
      </>
    )
  return (
    <TokenMenu
      label={t('slot.times')}
      text={label(value)}
      value={value}
      options={COMMON_TIMES.map(times => ({ value: times, label: label(times) }))}
      onChoose={onChange}
      more={
        <Menu.Item className={classes.option} onClick={() => setTyping(true)}>
          {t('other_number')}
        </Menu.Item>
      }
    />
  )
}

/** The rule as a sentence whose words are the form (design §8.7); their order is that of the language. */
export function SentenceForm({ values, lists, places, error, placeError, follow, children, onChange }: Props) {
  const { t } = useTranslation('alert-rules')
  const texts = useSentenceTexts()
  const errorId = useId()
  const names = namesOf({ ...values, ...placeNamesOf(values, places) }, lists, texts)
  if (!names) return null
  const rule = {
    ...calculationOf(values.what, values.calculation),
    comparator: values.comparator,
    threshold_value: limitIn(values, values.threshold_value, names.quantity.unit) || 0,
    calculation_minutes: values.calculation_minutes,
    times: parseNumber(values.times) ?? 1,
  }
  const slotText = slotTexts(rule, names, texts)
  const [before = '', after = ''] = placeFrame(names, texts).split('{{name}}')
  const tokens: Record<Slot, ReactNode> = {
    what: (
      <TokenMenu
        label={t('slot.what')}
        text={slotText.what}
        value={values.what}
        options={WHATS.map(what => ({
          value: what,
          label: slotTexts({ ...rule, ...calculationOf(what, values.calculation) }, names, texts).what,
        }))}
        onChoose={what => onChange(withWhat(values, what))}
      />
    ),
    quantity: (
      <TokenMenu
        label={t('slot.quantity')}
        text={slotText.quantity}
        value={values.physical_quantity_id}
        options={lists.physical_quantities.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={physical_quantity_id => onChange({ physical_quantity_id })}
      />
    ),
    where: (
      <>
        {before}
        <PlaceToken
          text={scopeText(names, texts)}
          value={values}
          places={{ lists, ...places }}
          wrong={placeError !== undefined}
          describedBy={errorId}
          onChoose={onChange}
        />
        {after}
      </>
    ),
    comparator: (
      <TokenMenu
        label={t('slot.comparator')}
        text={slotText.comparator}
        value={values.comparator}
        options={COMPARATORS.map(comparator => ({ value: comparator, label: texts.comparator[comparator] }))}
        onChoose={comparator => onChange({ comparator })}
      />
    ),
    threshold: (
      <TokenNumber
        label={t('slot.threshold')}
        unit={thresholdUnit(rule, unitFor(names.quantity.unit), texts)}
        wrong={error !== undefined}
        describedBy={errorId}
        value={values.threshold_value}
        onChange={threshold_value => onChange({ threshold_value })}
      />
    ),
    minutes: (
      <TokenMenu
        label={t('slot.minutes')}
        text={slotText.minutes}
        value={values.calculation_minutes}
        options={CALCULATION_MINUTES.map(minutes => ({
          value: minutes,
          label: texts.minutes[minutes] ?? '',
        }))}
        onChoose={minutes => onChange(withMinutes(values, minutes))}
      />
    ),
    times: <Times value={values.times} onChange={times => onChange({ times })} />,
  }
  return (
    <section className={`bm-card ${classes.sentence}`} aria-label={t('sentence')}>
      <p>
        {sentenceParts(rule, texts).map((part, index) =>
          typeof part === 'string' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: plain words, which hold nothing
            <Fragment key={index}>{part}</Fragment>
          ) : (
            <Fragment key={part.slot}>{tokens[part.slot]}</Fragment>
          ),
        )}
      </p>
      <p id={errorId} className={classes.error} role={error || placeError ? 'alert' : undefined}>
        {[error, placeError].filter(Boolean).join(' ')}
      </p>
      {children}
      {follow && (
        <Switch
          label={t('by_age.label')}
          description={t('by_age.help')}
          checked={values.by_age}
          onChange={event => onChange({ by_age: event.currentTarget.checked })}
        />
      )}
    </section>
  )
}
