import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { IMPRESSIONS, type Impression, MAX_ANSWER_TEXT } from '#shared/contract/fixed.ts'
import { type AnswerProblem, rangeOf } from '#shared/rules/diary/checklist.ts'
import { useFormat } from '../../kit/language/format.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import type { AnswerTo } from '../inspection-form/draft/form-draft.ts'
import classes from './answer.module.css'
import { AnswerAttached, type Attach } from './answer-attached.tsx'
import { Choices, Faces, Score, YesNo } from './answer-choice.tsx'
import { AnswerNumber, AnswerSlider } from './answer-number.tsx'

interface Props {
  item: ChecklistItem
  value: Answer | undefined
  onChange: (to: AnswerTo) => void
  attach?: Attach | undefined
}

/** An answer is a whole day, or none. */
const WHOLE_DAY = /^\d{4}-\d\d-\d\d$/

const faceOf = (value: Answer | undefined): Impression | null => IMPRESSIONS.find(one => one === value) ?? null
const numberOf = (value: Answer | undefined): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: Answer | undefined): string => (typeof value === 'string' ? value : '')

/** Control for an item, one for each way an item is answered. */
export function AnswerControl({ item, value, onChange, attach }: Props) {
  const labelledBy = `item-${item.key}`
  const clearable = !item.required
  const one = { labelledBy, clearable }
  const field = { item, label: item.name, value, onChange }
  switch (item.input) {
    case 'heading':
      return null
    case 'yes_no':
    case 'yes_is_bad':
      return <YesNo {...one} value={typeof value === 'boolean' ? value : null} onChange={onChange} />
    case 'smileys':
      return <Faces {...one} value={faceOf(value)} onChange={onChange} />
    case 'score_5':
      return <Score {...one} most={5} value={numberOf(value)} onChange={onChange} />
    case 'grade_10':
      return <Score {...one} most={10} value={numberOf(value)} onChange={onChange} />
    case 'number':
    case 'percentage':
      return <AnswerNumber {...field} />
    case 'slider':
      return <AnswerSlider {...field} />
    case 'photo':
    case 'file':
      return <AnswerAttached {...field} kind={item.input} attach={attach} />
    case 'date':
      return (
        <DateField
          clearable={clearable}
          aria-label={item.name}
          className={classes.number}
          value={textOf(value)}
          onChange={day => onChange(WHOLE_DAY.test(day) ? day : null)}
        />
      )
    case 'text':
      return (
        <Textarea
          size="md"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MAX_ANSWER_TEXT}
          aria-label={item.name}
          value={textOf(value)}
          onChange={event => onChange(event.currentTarget.value || null)}
        />
      )
    case 'choice':
      return (
        <Choices
          labelledBy={labelledBy}
          className={classes.choices}
          options={item.choices.map(choice => ({ value: choice.value, children: choice.name }))}
          isChosen={choice => choice === value}
          onPress={choice => onChange(choice === value && clearable ? null : choice)}
        />
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <Choices
          labelledBy={labelledBy}
          className={classes.choices}
          options={item.choices.map(choice => ({ value: choice.value, children: choice.name }))}
          isChosen={choice => chosen.includes(choice)}
          onPress={pressed => {
            // Choices in the order of the list, whatever was tapped first.
            onChange(before => {
              const stood = Array.isArray(before) ? before : []
              const next = item.choices
                .map(choice => choice.value)
                .filter(choice => (choice === pressed) !== stood.includes(choice))
              return next.length > 0 ? next : null
            })
          }}
        />
      )
    }
  }
}

const WIDE: readonly string[] = [
  'text',
  'choice',
  'choices',
  'score_5',
  'grade_10',
  'smileys',
  'slider',
  'photo',
  'file',
]

/** An item of a checklist as it is asked: its words, whether it must be answered, and its control. */
export function AnswerItem({ problem, ...props }: Props & { problem?: AnswerProblem | null | undefined }) {
  const { t } = useTranslation('inspect')
  const format = useFormat()
  const { item } = props
  if (item.input === 'heading') return <h3 className={classes.heading}>{item.name}</h3>
  const { min, max } = rangeOf(item)
  const range =
    item.input !== 'number' || min === null || max === null
      ? ''
      : t('range', { min: format.number(min, item.decimals ?? 0), max: format.number(max, item.decimals ?? 0) })
  return (
    <div
      className={classes.item}
      id={`asked-${item.key}`}
      tabIndex={-1}
      data-wide={WIDE.includes(item.input) || undefined}
      data-below={item.parent !== null || undefined}
      data-wrong={problem ? true : undefined}
    >
      <p id={`item-${item.key}`}>
        {item.name}
        {item.required && <span className="bm-small bm-muted"> {t('required')}</span>}
        {range && <span className="bm-small bm-muted"> {range}</span>}
      </p>
      <AnswerControl {...props} />
      {problem && <p className={classes.problem}>{t(`problem.${problem.code}`, { limit: problem.limit ?? 0 })}</p>}
    </div>
  )
}
