import { Button } from '@mantine/core'
import { notFound } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LISTS } from '../../../kit/api/lists.ts'
import { LOCATIONS } from '../../../kit/api/locations.ts'
import { useReads } from '../../../kit/api/query.ts'
import { linkTo, readValues } from '../../../kit/routing/address.ts'
import { ScreenLink, useScreenParams, useScreenSearch } from '../../../kit/routing/link.tsx'
import type { PageAddress } from '../../../kit/routing/screen.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { checklistsRead } from '../../queries.ts'
import { editChecklistScreen } from '../../screens.ts'
import { ChecklistEditing } from './editing.tsx'

/** Id of the list that is changed or copied; undefined for one that begins empty. */
const listIn = (id: number | 'new', copy: number | undefined): number | undefined => (id === 'new' ? copy : id)

const readsOf = (list: number | undefined) => [checklistsRead(list), LISTS, LOCATIONS] as const

export const reads = ({ params, search }: PageAddress): ReturnType<typeof readsOf> => {
  const { id = 'new' } = readValues(editChecklistScreen.params, params)
  return readsOf(listIn(id, readValues(editChecklistScreen.search, search).copy))
}

/** A new list, a copy of one, or one that exists. */
export default function EditorPage() {
  const { t } = useTranslation('checklists')
  const { id } = useScreenParams(editChecklistScreen)
  const { copy } = useScreenSearch(editChecklistScreen)
  const fresh = id === 'new'
  const listRef = listIn(id, copy)
  const [read, lists, locations] = useReads(readsOf(listRef))
  if (listRef === undefined && (fresh ? copy : id) !== undefined) throw notFound()
  const { checklist, template } = read
  if (listRef !== undefined && !checklist) throw notFound()
  if (!fresh && checklist && !checklist.may.includes('edit'))
    return (
      <EmptyState
        page
        title={t('only_copy')}
        text={t('only_copy_text', { name: checklist.name })}
        action={
          <Button
            component={ScreenLink}
            to={linkTo(editChecklistScreen, { params: { id: 'new' }, search: { copy: checklist.id } })}
          >
            {t('copy')}
          </Button>
        }
      />
    )
  return (
    <ChecklistEditing
      key={`${id} ${copy}`}
      name={fresh && copy !== undefined ? `copy-${copy}` : String(id)}
      checklist={checklist}
      fresh={fresh}
      template={template}
      lists={lists}
      locations={locations}
    />
  )
}
