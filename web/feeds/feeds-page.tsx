import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Feed } from '#shared/contract/accounts/feeds.ts'
import { api } from '#shared/contract/index.ts'
import { FEED_IDLE_DAYS, type FeedKind } from '#shared/rules/accounts/feeds.ts'
import { LISTS } from '../kit/api/lists.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { useReads } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { useFormat } from '../kit/language/format.ts'
import { dayIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { lazyPart } from '../kit/pages/part.ts'
import { useScreenSearch } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import classes from '../ui/data-display/card-list.module.css'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ConfirmDelete } from '../ui/overlays/confirm-delete.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { FEEDS } from './feed-read.ts'
import { feedsScreen } from './screens.ts'

const FeedDialog = lazyPart(() => import('./feed-dialog.tsx'))

export const reads = () => [FEEDS, LISTS, LOCATIONS] as const

/** Content of a feed in a few words. */
const useContentWords = () => {
  const { t } = useTranslation('feeds')
  const [lists] = useReads([LISTS])
  return ({ content, area_name, location_name }: Feed): string[] => {
    if (content.kind === 'calendar')
      return [t('kind.calendar.name'), ...content.events.map(event => t(`events.${event}`))]
    if (content.kind === 'metrics' || content.kind === 'home_assistant')
      return [t(`kind.${content.kind}.name`), t('all_values')]
    const named = lists.measurement_types.filter(({ abbreviation }) => content.measurements.includes(abbreviation))
    return [
      t('kind.values.name'),
      area_name === null ? t('area_gone') : `${location_name}, ${area_name}`,
      named.map(({ name }) => name).join(', '),
      t(`last.${content.interval}`),
      t(`means.${content.step_seconds}`),
    ]
  }
}

function State({ feed, isOver }: { feed: Feed; isOver: boolean }) {
  const { t } = useTranslation('feeds')
  if (isOver) return <StatusWord status="no_data" word={t('state.ended')} />
  const isGone = feed.kind === 'values' && feed.area_name === null
  return isGone ? (
    <StatusWord status="attention" word={t('state.gone')} />
  ) : (
    <StatusWord status="good" word={t('state.works')} />
  )
}

function FeedCard({ feed, onRevoke }: { feed: Feed; onRevoke: () => void }) {
  const { t } = useTranslation('feeds')
  const { time_zone } = useUser()
  const format = useFormat()
  const now = useNow()
  const words = useContentWords()
  const { name, tail, created_at, last_read_at, ends_at } = feed
  const isOver = Date.parse(ends_at) <= now
  const day = (time: string) => dayIn(time, time_zone)
  return (
    <li className={`bm-card ${classes.card}`}>
      <div className={classes.facts}>
        <b>{name}</b>
        <State feed={feed} isOver={isOver} />
        <span>{words(feed).join(' · ')}</span>
        <span className="bm-muted">
          <code>…{tail}</code> · {t('created', { date: day(created_at) })} ·{' '}
          {isOver ? t('ended_at', { date: day(ends_at), days: FEED_IDLE_DAYS }) : t('ends_at', { date: day(ends_at) })}
        </span>
        <span className="bm-muted">
          {last_read_at ? t('read', { age: format.age(last_read_at, now) }) : t('unread')}
        </span>
      </div>
      <Button variant="default" aria-label={t(isOver ? 'remove_named' : 'revoke_named', { name })} onClick={onRevoke}>
        {t(isOver ? 'remove' : 'revoke')}
      </Button>
    </li>
  )
}

function AskRevoke({ feed, onClose, onDone }: { feed: Feed; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('feeds')
  const isOver = Date.parse(feed.ends_at) <= useNow()
  const { name } = feed
  return (
    <ConfirmDelete
      endpoint={api.deleteFeed}
      id={feed.id}
      refresh={[api.listFeeds]}
      title={t(isOver ? 'remove_title' : 'revoke_title', { name })}
      action={t(isOver ? 'remove' : 'revoke')}
      {...{ onDone, onClose }}
    >
      <p>{t(isOver ? 'remove_text' : 'revoke_text')}</p>
    </ConfirmDelete>
  )
}

/** Addresses by which calendars and spreadsheets read what the person sees. */
export default function FeedsPage() {
  const { t } = useTranslation(['feeds', 'app'])
  const [feeds] = useReads([FEEDS])
  const wanted = useScreenSearch(feedsScreen).new
  const list = useRef<HTMLUListElement>(null)
  const [making, setMaking] = useState<FeedKind | undefined>(wanted)
  const [revoking, setRevoking] = useState<Feed | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.9} />} onClick={() => setMaking('calendar')}>
      {t('add')}
    </Button>
  )
  // The button that was pressed goes with its card.
  const revoked = () => {
    setRevoking(null)
    list.current?.focus()
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('app:title.feeds')}</PageHeading>
          <p className="bm-muted">{t('text')}</p>
        </div>
        {feeds.length > 0 && add}
      </header>
      {feeds.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <ul className={classes.list} ref={list} tabIndex={-1}>
          {feeds.map(feed => (
            <FeedCard key={feed.id} feed={feed} onRevoke={() => setRevoking(feed)} />
          ))}
        </ul>
      )}
      <p className="bm-small bm-muted">{t('password_note')}</p>
      <Suspense>{making && <FeedDialog kind={making} onClose={() => setMaking(undefined)} />}</Suspense>
      {revoking && <AskRevoke feed={revoking} onClose={() => setRevoking(null)} onDone={revoked} />}
    </div>
  )
}
