import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { IMPRESSIONS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { openText } from '../../kit/language/open-text.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { Choices } from '../answers/answer-choice.tsx'
import { answerText } from '../answers/answer-text.ts'
import classes from './outbox.module.css'
import { type ConflictChoice, flat, type OutboxItem, resolved } from './outbox-item.ts'

interface Props {
  outboxItem: OutboxItem
  zone: string
  locations: readonly Location[]
  onChoose: (to: (outboxItem: OutboxItem) => OutboxItem) => void
}

const TIMES = ['date', 'reminder_date']
const TEXTS = ['notes', 'reminder']

/** Fields that two changed to different things: whose stays is for whoever reads this to say. */
export function Conflict({ outboxItem, zone, locations, onChoose }: Props) {
  const { t } = useTranslation(['outbox', 'inspect'])
  const { t: inDiary } = useTranslation('diary')
  const { number } = useFormat()
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({})
  const { theirs, inspection_id } = outboxItem
  const inspection = useQuery({
    ...queryOf(api.getInspection, { params: { id: inspection_id ?? 0 } }),
    enabled: inspection_id !== null,
  })
  const itemOf = (field: string) => inspection.data?.items.find(({ key }) => field === `answers.${key}`)
  if (!theirs) return null
  const mine = flat(outboxItem.written)
  const nameOf = (field: string): string =>
    field.startsWith('answers.')
      ? (itemOf(field)?.name ?? field.slice(8))
      : (openText('outbox', `field.${field}`) ?? field)
  const say = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('nothing')
    const item = itemOf(field)
    if (item) return answerText(item, value as Answer, { t: inDiary, number })
    if (typeof value === 'boolean') return t(value ? 'inspect:yes' : 'inspect:no')
    const face = field === 'impression' && IMPRESSIONS.find(one => one === value)
    if (face) return t(`inspect:impression.${face}`)
    if (TIMES.includes(field)) return momentIn(String(value), zone)
    if (field === 'location_id') return locations.find(({ id }) => id === value)?.name ?? String(value)
    const areas = locations.flatMap(location => location.areas)
    if (field === 'area_ids' && Array.isArray(value))
      return value.map(id => areas.find(area => area.id === id)?.name ?? id).join(', ') || t('nothing')
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  const fields = Object.entries(theirs.values)
  return (
    <div className={classes.wide}>
      <p className={classes.why}>{t('conflict', { name: theirs.by ?? t('somebody') })}</p>
      {fields.map(([field, value]) => (
        <div key={field} className={classes.field}>
          <h3 id={`conflict-${outboxItem.id}-${field}`}>{nameOf(field)}</h3>
          <dl>
            <div>
              <dt className="bm-small bm-muted">{t('mine')}</dt>
              <dd>{say(field, mine[field])}</dd>
            </div>
            <div>
              <dt className="bm-small bm-muted">{t('theirs')}</dt>
              <dd>{say(field, value)}</dd>
            </div>
          </dl>
          <Choices
            labelledBy={`conflict-${outboxItem.id}-${field}`}
            className={classes.buttons}
            options={(['mine', 'theirs', ...(TEXTS.includes(field) ? (['both'] as const) : [])] as const).map(
              choice => ({
                value: choice,
                children: t(choice),
              }),
            )}
            isChosen={choice => choices[field] === choice}
            onPress={choice => setChoices({ ...choices, [field]: choice })}
          />
        </div>
      ))}
      <div className={classes.buttons}>
        <Button
          disabled={fields.some(([field]) => !choices[field])}
          onClick={() => onChoose(before => resolved(before, choices))}
        >
          {t('resolve')}
        </Button>
      </div>
    </div>
  )
}
