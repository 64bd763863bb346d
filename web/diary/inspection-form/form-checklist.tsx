import { Progress, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { type ChecklistAnswers, progressOf, visibleItems } from '#shared/rules/diary/checklist.ts'
import { Note } from '../../ui/feedback/note.tsx'
import type { Attach } from '../answers/answer-attached.tsx'
import { AnswerItem } from '../answers/answer-control.tsx'
import type { AnswerTo } from './draft/form-draft.ts'
import classes from './form.module.css'
import type { Wrong } from './form-check.ts'

interface Props {
  /** Checklists to choose from; empty where the list is given. */
  lists: readonly { id: number; name: string }[]
  chosen: number | null
  name: string
  items: readonly ChecklistItem[]
  answers: ChecklistAnswers
  wrong: Wrong | null
  attach: Attach
  onChoose: (id: number | null) => void
  onAnswer: (key: string, to: AnswerTo) => void
}

/** The list that is asked, with what is answered of it. */
export function ChecklistQuestions({ lists, chosen, name, items, answers, wrong, attach, onChoose, onAnswer }: Props) {
  const { t } = useTranslation('inspect')
  const { answered, asked } = progressOf(items, answers)
  if (lists.length === 0 && items.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="inspect-list">
      <div className={classes.head}>
        <h2 id="inspect-list">{lists.length > 0 ? t('checklist') : name}</h2>
        {asked > 0 && <span className="bm-small bm-muted">{t('progress', { answered, asked })}</span>}
      </div>
      {lists.length > 0 && (
        <Select
          size="md"
          aria-label={t('checklist')}
          allowDeselect={false}
          searchable={lists.length > 8}
          data={[
            { value: '0', label: t('no_checklist') },
            ...lists.map(list => ({ value: String(list.id), label: list.name })),
          ]}
          value={String(chosen ?? 0)}
          onChange={id => onChoose(Number(id) || null)}
        />
      )}
      {asked > 0 && (
        <Progress
          aria-label={t('progress', { answered, asked })}
          value={(answered / asked) * 100}
          size={7}
          className={classes.progress}
        />
      )}
      {items.length > 0 && (
        <div>
          {visibleItems(items, answers).map(item => (
            <div key={item.key} className={classes.asked}>
              <AnswerItem
                item={item}
                value={answers[item.key]}
                problem={wrong?.items.get(item.key)}
                attach={attach}
                onChange={to => onAnswer(item.key, to)}
              />
              {item.photo_when !== null && answers[item.key] === item.photo_when && (
                <Note status="pending">{t('photo_too')}</Note>
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
