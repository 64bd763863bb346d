import { Button } from '@mantine/core'
import { Link, notFound, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Address } from '../../../app/routing/screens.ts'
import { LISTS } from '../../../kit/api/lists.ts'
import { useReads } from '../../../kit/api/query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { checklistsRead, LOCATIONS } from '../../queries.ts'
import { Editing } from './editing.tsx'

const LIST_ID = /^\d{1,10}$/

/** Id of the list that is changed or copied; undefined for one that begins empty. */
const listIn = (id: string | undefined, copy: string | undefined): number | undefined => {
  const wanted = id === 'new' ? copy : id
  return LIST_ID.test(wanted ?? '') ? Number(wanted) : undefined
}

export const reads = ({ params, search }: Address) =>
  [checklistsRead(listIn(params.id, search.copy)), LISTS, LOCATIONS] as const

/** A new list, a copy of one, or one that exists. */
export default function EditorPage() {
  const { t } = useTranslation('checklists')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { copy } = useSearch({ strict: false }) as { copy?: string }
  const fresh = id === 'new'
  const asked = listIn(id, copy)
  const [read, lists, locations] = useReads([checklistsRead(asked), LISTS, LOCATIONS])
  if (asked === undefined && (fresh ? copy : id) !== undefined) throw notFound()
  const { checklist, template } = read
  if (asked !== undefined && !checklist) throw notFound()
  if (!fresh && checklist && !checklist.may.includes('edit'))
    return (
      <EmptyState
        page
        title={t('only_copy')}
        text={t('only_copy_text', { name: checklist.name })}
        action={
          <Button component={Link} to={`/checklist/new/edit?copy=${checklist.id}`}>
            {t('copy')}
          </Button>
        }
      />
    )
  return (
    <Editing
      key={`${id} ${copy}`}
      name={fresh && copy !== undefined ? `copy-${copy}` : id}
      checklist={checklist}
      fresh={fresh}
      template={template}
      lists={lists}
      locations={locations}
    />
  )
}
