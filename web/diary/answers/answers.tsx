import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer, Inspection } from '#shared/contract/diary/inspections.ts'
import { visibleItems } from '#shared/rules/diary/checklist.ts'
import { useFormat } from '../../kit/language/format.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../inspection/inspection.module.css'
import { checklistsRead } from '../queries.ts'
import { answerText, categoryNames, partsOf } from './answer-text.ts'

type FileOf = Inspection['files'][number]

function Files({ ids, files }: { ids: readonly string[]; files: readonly FileOf[] }) {
  return files
    .filter(({ client_id }) => ids.includes(client_id))
    .map(({ id, address, name }) => (
      <a key={id} href={address} download={name} className="bm-link">
        {name}
      </a>
    ))
}

/** Tells whether an answer is the one nobody wants: a yes that is bad. */
const isBad = ({ input }: ChecklistItem, answer: Answer): boolean => input === 'yes_is_bad' && answer === true

/** The answers by category, in the order in which they were asked. What was not answered is a dash. */
export function Answers({
  inspection: { items, answers, files, checklist_name, answered, asked },
}: {
  inspection: Inspection
}) {
  const { t } = useTranslation('diary')
  const { number } = useFormat()
  const template = useQuery(checklistsRead()).data?.template ?? []
  if (items.length === 0) return null
  const rows = visibleItems(items, answers).map(item => ({ item, answer: answers[item.key] }))
  return (
    <section className={`bm-card ${classes.part}`} aria-labelledby="answers">
      <div className={classes.answersHead}>
        <h2 id="answers">{checklist_name ?? t('answers')}</h2>
        <span className="bm-small bm-muted bm-nowrap">{t('answered', { answered, asked })}</span>
      </div>
      {partsOf(rows, categoryNames(template)).map(({ name, items: ofPart }) => (
        <div key={ofPart[0]?.item.key}>
          {name && <h3>{name}</h3>}
          <dl className={classes.values}>
            {ofPart.map(({ item, answer }) => (
              <div key={item.key} data-below={item.parent !== null || undefined}>
                <dt>{item.name}</dt>
                <dd>
                  {answer === undefined ? (
                    <span className="bm-muted">
                      <span aria-hidden="true">–</span>
                      <span className="bm-hidden">{t('not_answered')}</span>
                    </span>
                  ) : item.input === 'file' && Array.isArray(answer) ? (
                    <Files ids={answer} files={files} />
                  ) : (
                    <>
                      {isBad(item, answer) && <StatusShape status="attention" size={16} />}
                      <b>{answerText(item, answer, { t, number })}</b>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}
