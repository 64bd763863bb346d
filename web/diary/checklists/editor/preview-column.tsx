import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { progressOf, rangeOf, visibleItems } from '#shared/rules/diary/checklist.ts'
import { serverNow } from '../../../kit/time/now.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { AnswerItem } from '../../answers/answer-control.tsx'
import { withAnswer } from '../../inspection-form/draft/form-draft.ts'
import classes from './editor.module.css'

type Answers = Record<string, Answer>

/** An answer somebody might give; none where it would be a picture. */
const example = (item: ChecklistItem, text: string): Answer | null => {
  const { min, max } = rangeOf(item)
  switch (item.input) {
    case 'yes_no':
    case 'yes_is_bad':
      return true
    case 'smileys':
      return 'good'
    case 'score_5':
      return 4
    case 'grade_10':
      return 8
    case 'number':
      return min ?? max ?? 1
    case 'percentage':
    case 'slider':
      return Math.round(((min ?? 0) + (max ?? 100)) / 2)
    case 'text':
      return text
    case 'date':
      return new Date(serverNow()).toISOString().slice(0, 10)
    case 'choice':
      return item.choices[0]?.value ?? null
    case 'choices':
      return item.choices.slice(0, 2).map(({ value }) => value)
    default:
      return null
  }
}

const filled = (items: readonly ChecklistItem[], text: string): Answers =>
  Object.fromEntries(
    items.flatMap(item => {
      const answer = example(item, text)
      return answer === null ? [] : [[item.key, answer]]
    }),
  )

/** The list as it will be on the phone; it can be tried. */
export function PreviewColumn({ name, items }: { name: string; items: readonly ChecklistItem[] }) {
  const { t } = useTranslation('checklists')
  const [full, setFull] = useState(false)
  const [answers, setAnswers] = useState<Answers>({})
  const { answered, asked } = progressOf(items, answers)
  return (
    <section className={`bm-card ${classes.column}`} data-pane="preview" aria-labelledby="preview">
      <header className={classes.listHead}>
        <h2 id="preview">{t('preview')}</h2>
        <Segments
          aria-label={t('preview')}
          value={full ? 'filled' : 'empty'}
          onChange={value => {
            setFull(value === 'filled')
            setAnswers(value === 'filled' ? filled(items, t('example')) : {})
          }}
          data={[
            { value: 'empty', label: t('empty') },
            { value: 'filled', label: t('filled') },
          ]}
        />
      </header>
      <div className={classes.phone}>
        <p className={classes.progress}>
          <b>{name || t('new_list')}</b>
          <span className="bm-small bm-muted bm-nowrap">{t('of', { count: asked, ticked: answered })}</span>
        </p>
        <div className={classes.bar} aria-hidden="true">
          <span style={{ width: `${asked === 0 ? 0 : (100 * answered) / asked}%` }} />
        </div>
        {visibleItems(items, answers).map(item => (
          <AnswerItem
            // An item that is filled in anew begins anew.
            key={`${item.key} ${item.input} ${full}`}
            item={item}
            value={answers[item.key]}
            onChange={to => setAnswers(before => withAnswer(before, item.key, to))}
          />
        ))}
      </div>
    </section>
  )
}
