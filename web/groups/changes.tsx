import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { Changes } from '../audit/changes.tsx'
import { ask } from '../kit/api/api.ts'
import { keyOf } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { Note } from '../ui/feedback/note.tsx'
import { PartLoading } from '../ui/feedback/page-loading.tsx'
import classes from './groups.module.css'

/** Changes of a group, the newest first. */
export function GroupChanges({ id }: { id: number }) {
  const { t } = useTranslation(['groups', 'audit'])
  const { time_zone } = useUser()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(api.listGroupChanges), id],
    queryFn: ({ pageParam }) => ask(api.listGroupChanges, { params: { id }, query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const changes = data?.pages.flatMap(page => page.changes)
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('changes.title')}</h2>
      {!changes && !error && <PartLoading />}
      {error && <Note status="attention">{error.message || t('failed')}</Note>}
      {changes?.length === 0 && <p className="bm-muted">{t('changes.none')}</p>}
      <ul className={classes.changes}>
        {changes?.map(change => (
          <li key={change.id}>
            <b>{t(`audit:action.${change.action}`)}</b>
            {change.concerns && <span>{change.concerns}</span>}
            <Changes changes={change.changes} />
            <span className="bm-small bm-muted">
              {change.person ?? t('audit:nobody')} · <span className="bm-nowrap">{momentIn(change.at, time_zone)}</span>
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('changes.older')}
        </Button>
      )}
    </section>
  )
}
