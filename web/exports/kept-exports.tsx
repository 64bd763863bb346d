import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import type { Export, ExportInput } from '#shared/contract/measurements/exports.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { feedsScreen } from '../feeds/screens.ts'
import { ask } from '../kit/api/api.ts'
import { refresh, useApiMutation } from '../kit/api/query.ts'
import { followFile } from '../kit/browser/save-file.ts'
import { addressWithoutNames } from '../kit/language/demo-mode.ts'
import { useFormat } from '../kit/language/format.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import { Note } from '../ui/feedback/note.tsx'
import type { Status } from '../ui/status/status.ts'
import { StatusShape } from '../ui/status/status-shape.tsx'
import { ExportCard } from './card.tsx'
import classes from './exports.module.css'
import { useExports } from './queries.ts'
import { useWords } from './use-words.ts'

const SHAPES: Record<Export['status'], Status> = {
  waiting: 'pending',
  running: 'pending',
  ready: 'good',
  failed: 'act_now',
}

const download = async (id: number): Promise<void> => {
  const { path } = await ask(api.createExportLink, { params: { id } })
  followFile(addressWithoutNames(path))
}

/** Exports of the caller in the last day. Those begun on this page come down as soon as they are ready. */
export function KeptExports({ begun }: { begun: readonly number[] }) {
  const { t } = useTranslation('exports')
  const { data: all = [] } = useExports()
  const taken = useRef(new Set<number>())
  useEffect(() => {
    for (const { id, status } of all) {
      if (status !== 'ready' || !begun.includes(id) || taken.current.has(id)) continue
      taken.current.add(id)
      download(id).catch(() => undefined)
    }
  }, [all, begun])
  return (
    <ExportCard title={t('kept.title')} note={t('kept.day')}>
      {all.length === 0 && <p className="bm-muted">{t('kept.none')}</p>}
      <ul className={classes.kept}>
        {all.map(one => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      <p>
        {t('kept.feed')}:{' '}
        <ScreenLink className="bm-link" to={linkTo(feedsScreen, { search: { new: 'values' } })}>
          {t('kept.make_feed')}
        </ScreenLink>
      </p>
    </ExportCard>
  )
}

const MAX_NAMES = 3

const shortened = (names: readonly string[], moreOf: (count: number) => string): string => {
  const more = names.length - MAX_NAMES
  const first = names.slice(0, MAX_NAMES).join(', ')
  return more > 0 ? `${first} ${moreOf(more)}` : first
}

function Row({ one }: { one: Export }) {
  const { t } = useTranslation(['exports', 'ui'])
  const client = useQueryClient()
  const remove = useApiMutation(api.deleteExport, { refresh: [api.listExports] })
  const again = useApiMutation(api.createExport)
  const title = t('kept.name', {
    name: shortened(one.names, count => t('ui:more', { count })),
    format: t(`format.${one.format}`),
  })
  const remover = () => remove.mutate({ params: { id: one.id } })
  const tryAgain = async () => {
    await again.mutateAsync({ body: one.input as z.input<typeof ExportInput> })
    await ask(api.deleteExport, { params: { id: one.id } })
    await refresh(client, [api.listExports])
  }
  const running = one.status === 'waiting' || one.status === 'running'
  return (
    <li>
      <StatusShape status={SHAPES[one.status]} size={20} />
      <b>{title}</b>
      <span className={classes.actions}>
        {one.status === 'ready' && (
          <button
            type="button"
            className="bm-link"
            onClick={() => void download(one.id).catch(() => refresh(client, [api.listExports]))}
          >
            {t('kept.download')} <span className="bm-hidden">{title}</span>
          </button>
        )}
        {one.status === 'failed' && (
          <button type="button" className="bm-link" onClick={() => void tryAgain().catch(() => undefined)}>
            {t('kept.again')} <span className="bm-hidden">{title}</span>
          </button>
        )}
        <button type="button" className="bm-link" onClick={remover}>
          {t(running ? 'kept.stop' : 'kept.delete')} <span className="bm-hidden">{title}</span>
        </button>
      </span>
      <Progress one={one} />
      {again.error && <Note status="act_now">{again.error.message}</Note>}
    </li>
  )
}

function Progress({ one }: { one: Export }) {
  const { t } = useTranslation('exports')
  const format = useFormat()
  const now = useNow(60_000)
  const { count, size } = useWords()
  const share = one.values > 0 ? one.values_done / one.values : 0
  const done = {
    share: format.value(Math.floor(share * 100), 0, '%'),
    done: count(one.values_done),
    all: count(one.values),
  }
  if (one.status === 'failed') return <p>{t('kept.failed', { share: done.share })}</p>
  if (one.status === 'ready') {
    const hours = Math.max(1, Math.ceil((Date.parse(one.expires_at ?? '') - now) / HOUR_MS))
    return <p>{t('kept.ready', { count: hours, size: size(one.bytes), values: done.all })}</p>
  }
  if (one.status === 'waiting') return <p>{t('kept.waiting')}</p>
  return (
    <>
      <p>{t('kept.running', done)}</p>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('kept.progress')}
        aria-valuenow={Math.floor(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </>
  )
}
