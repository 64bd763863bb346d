import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../../../kit/routing/address.ts'
import { ScreenLink, useScreenParams, useScreenSearch } from '../../../kit/routing/link.tsx'
import { NotFound } from '../../../kit/routing/not-found.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ReadFailed } from '../../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../../ui/feedback/page-loading.tsx'
import { useChecklists, useLists, useLocations } from '../../queries.ts'
import { editChecklistScreen } from '../../screens.ts'
import { Editing } from './editing.tsx'

/** A new list, a copy of one, or one that exists. */
export default function EditorPage() {
  const { t } = useTranslation('checklists')
  const { id } = useScreenParams(editChecklistScreen)
  const { copy } = useScreenSearch(editChecklistScreen)
  const fresh = id === 'new'
  const asked = id === 'new' ? copy : id
  const read = useChecklists(asked)
  const lists = useLists()
  const locations = useLocations()
  const gone = <NotFound resource="checklist" />
  if (read.error && [404, 422].includes(read.error.status)) return gone
  const failed = [read, lists, locations].find(({ data, error }) => error && !data)
  if (failed) return <ReadFailed failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!read.data || !lists.data || !locations.data) return <PageLoading />
  const { checklist, template } = read.data
  if (asked !== undefined && !checklist) return gone
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
    <Editing
      key={`${id} ${copy}`}
      name={fresh && copy !== undefined ? `copy-${copy}` : String(id)}
      checklist={checklist}
      fresh={fresh}
      template={template}
      lists={lists.data}
      locations={locations.data}
    />
  )
}
