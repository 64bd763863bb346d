import { Button } from '@mantine/core'
import { IconDownload, IconEye, IconSnowflake, IconWorld } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { ConsentedReadOut } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import type { ReadKind } from '#shared/rules/research/consent.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { keyOf, useRead } from '../../kit/api/query.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { consentReadsRead, READS_PAGE } from '../queries.ts'
import { namedInShort, useDates } from './project-words.ts'
import classes from './projects.module.css'

const ROWS_AT_FIRST = 10

/** Time of the last look; a process of the release before tells none. */
const lastOf = ({ at, last_at }: Pick<ConsentedReadOut, 'at' | 'last_at'>): string => last_at ?? at

/** Place of a read in the list, as it was read: later looks move it. */
const cursorOf = (read: ConsentedReadOut | undefined) => read && { before: read.id, before_at: lastOf(read) }

/** Older reads, a page at a time, once the newest ones are all on the screen. */
const useOlder = (projectId: number, last: ReturnType<typeof cursorOf>) => {
  const { data, hasNextPage, fetchNextPage, isFetching, error } = useInfiniteQuery({
    queryKey: [...keyOf(api.listConsentReads), projectId, 'older', last],
    queryFn: ({ pageParam }) =>
      ask(api.listConsentReads, { params: { id: projectId }, query: { ...pageParam, limit: READS_PAGE } }),
    initialPageParam: last,
    getNextPageParam: page => (page.length < READS_PAGE ? undefined : cursorOf(page.at(-1))),
    enabled: false,
  })
  return {
    older: data?.pages.flat() ?? [],
    hasOlder: data === undefined || hasNextPage,
    fetchOlder: fetchNextPage,
    isFetching,
    error,
  }
}

const ICONS = { opened: IconEye, downloaded: IconDownload, frozen: IconSnowflake, published: IconWorld } as const

function ReadIcon({ kind }: { kind: ReadKind }) {
  const Icon = ICONS[kind]
  return <Icon size={21} stroke={1.9} aria-hidden="true" />
}

/** Openings and downloads of the own data, the newest first. */
export function ConsentReads({ project }: { project: Pick<Research, 'id'> }) {
  const { t } = useTranslation('projects')
  const newest = useRead(consentReadsRead(project.id))
  const { older, hasOlder, fetchOlder, isFetching, error } = useOlder(project.id, cursorOf(newest.at(-1)))
  // Reads that somebody lengthened between two pages are among the newest already.
  const shown = new Set(newest.map(({ id }) => id))
  const reads = [...newest, ...older.filter(({ id }) => !shown.has(id))]
  const isMore = newest.length === READS_PAGE && hasOlder
  const lists = useRead(LISTS)
  const dates = useDates()
  const [count, setCount] = useState(ROWS_AT_FIRST)
  /** Time of a look, from the first to the last where it went on. */
  const timeOf = (at: string, last_at: string): string => {
    const [from, last] = [dates.time(at), dates.time(last_at)]
    if (from === last) return from
    const until = dates.day(at) === dates.day(last_at) ? last.slice(dates.day(last_at).length + 1) : last
    return t('reads.lasted', { from, until })
  }
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('reads.title')}</h2>
      {reads.length === 0 ? (
        <p className="bm-muted">{t('reads.empty')}</p>
      ) : (
        <>
          <p className="bm-small bm-muted">{t('reads.stays')}</p>
          <ol className={classes.entries}>
            {reads.slice(0, count).map(({ id, kind, at, last_at, read_by, device_name, measurements, from, until }) => (
              <li key={id} className={classes.entry}>
                <ReadIcon kind={kind} />
                <b>{t(`reads.${kind}`, { name: read_by, device: device_name })}</b>
                <span />
                <span className={`bm-small ${classes.under}`}>
                  <QuantityName
                    name={t('reads.what', {
                      measurements: namedInShort(lists, measurements),
                      from: dates.day(from),
                      until: dates.lastDay(until),
                    })}
                  />
                </span>
                <span className={`bm-small bm-muted ${classes.under}`}>{timeOf(at, lastOf({ at, last_at }))}</span>
              </li>
            ))}
          </ol>
          {error && <Note status="attention">{error.message || t('data.failed')}</Note>}
          {(reads.length > count || isMore) && (
            <Button
              variant="default"
              loading={isFetching}
              onClick={() => {
                setCount(count + READS_PAGE)
                if (isMore && reads.length <= count + READS_PAGE) void fetchOlder()
              }}
            >
              {t('reads.more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
