import { Button } from '@mantine/core'
import { IconDeviceMobile, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { diaryScreen } from '../screens.ts'
import classes from './outbox.module.css'
import { readOutbox, sendAllNow, useOutbox, watchOutbox } from './outbox.ts'
import { OutboxItemCard } from './outbox-card.tsx'
import { DraftCards } from './outbox-drafts.tsx'
import { isUnsent, type OutboxItem } from './outbox-item.ts'
import { bytesOf, useSize } from './outbox-words.ts'

/** Page of the outbox: what waits for the network, what was not accepted and why, and what went lately. */
export default function OutboxPage() {
  const { t } = useTranslation('outbox')
  const { outboxItems, drafts, ready } = useOutbox()
  const { data: locations = [] } = useQuery(LOCATIONS)
  const size = useSize()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    watchOutbox()
    // Drafts begun in a form are written without telling.
    void readOutbox()
  }, [])
  if (!ready) return <PageLoading />
  const unsent = outboxItems.filter(isUnsent)
  const groups: ['needs_you' | 'waiting' | 'sent', OutboxItem[]][] = [
    ['needs_you', unsent.filter(({ state }) => state !== 'waiting')],
    ['waiting', unsent.filter(({ state }) => state === 'waiting')],
    ['sent', outboxItems.filter(outboxItem => !isUnsent(outboxItem)).toReversed()],
  ]
  const bytes = unsent.map(bytesOf).reduce((sum, one) => sum + one, 0)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading>{t('title')}</PageHeading>
        {unsent.length > 0 && (
          <span className="bm-small bm-muted">{t('sum', { count: unsent.length, size: size(bytes) })}</span>
        )}
      </header>
      {unsent.length === 0 && drafts.length === 0 && (
        <EmptyState
          title={t('empty_title')}
          text={t('empty_text')}
          action={
            <Button component={ScreenLink} to={linkTo(diaryScreen)}>
              {t('to_diary')}
            </Button>
          }
        />
      )}
      {drafts.length > 0 && (
        <section className={classes.page} aria-labelledby="outbox-drafts">
          <h2 id="outbox-drafts" className={classes.waiting}>
            {t('drafts')} <span>{drafts.length}</span>
          </h2>
          <DraftCards drafts={drafts} locations={locations} />
        </section>
      )}
      {groups.map(
        ([name, some]) =>
          some.length > 0 && (
            <section key={name} className={classes.page} aria-labelledby={`outbox-${name}`}>
              <h2 id={`outbox-${name}`} className={classes.waiting}>
                {t(name)} <span>{some.length}</span>
              </h2>
              {some.map(outboxItem => (
                <OutboxItemCard key={outboxItem.id} outboxItem={outboxItem} locations={locations} />
              ))}
            </section>
          ),
      )}
      {unsent.length > 0 && (
        <>
          <p className={`bm-small bm-muted ${classes.note}`}>
            <IconDeviceMobile size={20} stroke={1.8} aria-hidden="true" /> {t('kept_here')}
          </p>
          <div className={classes.actionBar}>
            <Button
              loading={busy}
              leftSection={<IconRefresh size={22} stroke={2} aria-hidden="true" />}
              onClick={() => {
                setBusy(true)
                void sendAllNow().finally(() => setBusy(false))
              }}
            >
              {t('try_now')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
