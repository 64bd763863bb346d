import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation, useReads } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PLACE_LISTS } from '../queries.ts'
import classes from '../wizard/wizard.module.css'

interface Row {
  id: number
  name: string
  more: string
  deleted_at: string
  gone_at: string
}

function Rows({
  title,
  rows,
  busy,
  onBack,
}: {
  title: string
  rows: Row[]
  busy: boolean
  onBack: (id: number) => void
}) {
  const { t } = useTranslation('places')
  const { time_zone } = useUser()
  if (rows.length === 0) return null
  return (
    <section className={`bm-card ${classes.part}`} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.deleted}>
        {rows.map(({ id, name, more, deleted_at, gone_at }) => (
          <li key={id}>
            <span className="bm-grow">
              <b>{name}</b> <span className="bm-muted">{more}</span>
              <span className="bm-muted bm-small">
                {t('deleted.when', {
                  time: momentIn(deleted_at, time_zone),
                  until: dayIn(gone_at, time_zone),
                })}
              </span>
            </span>
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconArrowBackUp size={18} stroke={2} />}
              onClick={() => onBack(id)}
            >
              {t('deleted.back')}
              <span className="bm-hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const reads = () => [queryOf(api.listDeletedLocations, {}), queryOf(api.listDeletedAreas, {})] as const

/** Page of the places that were deleted in the last 30 days and can be brought back. */
export default function DeletedPage() {
  const { t } = useTranslation('places')
  const [locations, areas] = useReads(reads())
  const location = useApiMutation(api.restoreLocation, { refresh: PLACE_LISTS })
  const area = useApiMutation(api.restoreArea, { refresh: PLACE_LISTS })
  const failure = location.error ?? area.error
  const done = location.data ?? area.data
  return (
    <div className={`${classes.wizard} ${classes.narrow}`}>
      <PageHeading>{t('deleted.title')}</PageHeading>
      {done && !failure && <Note status="good">{t('deleted.done', { name: done.name })}</Note>}
      {failure && <Note status="act_now">{failure.message || t('delete.failed')}</Note>}
      {locations.length + areas.length === 0 && <EmptyState title={t('deleted.none')} text={t('deleted.none_text')} />}
      <Rows
        title={t('deleted.locations')}
        rows={locations.map(one => ({ ...one, more: t('delete.areas', { count: one.areas }) }))}
        busy={location.isPending}
        onBack={id => location.mutate({ params: { id } })}
      />
      <Rows
        title={t('deleted.areas')}
        rows={areas.map(one => ({ ...one, more: one.location_name }))}
        busy={area.isPending}
        onBack={id => area.mutate({ params: { id } })}
      />
    </div>
  )
}
