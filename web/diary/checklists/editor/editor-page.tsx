import { Button } from '@mantine/core'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ReadFailed } from '../../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../../ui/feedback/page-loading.tsx'
import { useChecklists, useLists, useLocations } from '../../queries.ts'
import { Editing } from './editing.tsx'

/** A new list, a copy of one, or one that exists. */
export default function EditorPage() {
  const { t } = useTranslation('checklists')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { copy } = useSearch({ strict: false }) as { copy?: string }
  const fresh = id === 'new'
  const wanted = fresh ? copy : id
  const asked = /^\d{1,10}$/.test(wanted ?? '') ? Number(wanted) : undefined
  const read = useChecklists(asked)
  const lists = useLists()
  const locations = useLocations()
  const gone = <Navigate to="/404" search={{ resource: 'checklist' } as never} replace />
  if (wanted !== undefined && asked === undefined) return gone
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
      lists={lists.data}
      locations={locations.data}
    />
  )
}
