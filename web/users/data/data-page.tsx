import { Button } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { DataCopy } from '#shared/contract/accounts/data-copies.ts'
import { api } from '#shared/contract/index.ts'
import { DATA_COPY_DAYS, MAX_UNFINISHED_COPIES } from '#shared/rules/accounts/data-copy.ts'
import { exportScreen } from '../../exports/screens.ts'
import { refresh, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useFileSize } from '../../kit/language/file-size.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import cards from '../../ui/data-display/card-list.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import type { Status } from '../../ui/status/status.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from './data.module.css'
import { DATA_COPIES, isUnfinished, saveDataCopy, useDataCopies } from './data-copies.ts'

export const reads = () => [DATA_COPIES] as const

const SHAPES: Record<DataCopy['status'], Status> = {
  waiting: 'pending',
  running: 'pending',
  ready: 'good',
  failed: 'act_now',
}

function Download({ copy, time }: { copy: DataCopy; time: string }) {
  const { t } = useTranslation(['personal-data', 'form'])
  const client = useQueryClient()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const onClick = async () => {
    setState('busy')
    try {
      await saveDataCopy(copy.id)
      setState('idle')
    } catch {
      setState('failed')
      // The copy may be over by now.
      await refresh(client, [api.listDataCopies])
    }
  }
  return (
    <>
      <Button
        leftSection={<IconDownload size={19} stroke={1.9} />}
        loading={state === 'busy'}
        onClick={() => void onClick()}
      >
        {t('download')} <span className="bm-hidden">{time}</span>
      </Button>
      {state === 'failed' && <Note status="act_now">{t('form:no_answer')}</Note>}
    </>
  )
}

function CopyCard({ copy, onGone }: { copy: DataCopy; onGone: () => void }) {
  const { t } = useTranslation(['personal-data', 'form'])
  const { time_zone } = useUser()
  const size = useFileSize()
  const remove = useApiMutation(api.deleteDataCopy, { refresh: [api.listDataCopies] })
  const time = momentIn(copy.created_at, time_zone)
  return (
    <li className={`bm-card ${cards.card}`}>
      <div className={cards.facts}>
        <StatusWord status={SHAPES[copy.status]} word={t(`status.${copy.status}`)} />
        <span>{t('asked', { time })}</span>
        {copy.status === 'ready' && copy.expires_at && (
          <span className="bm-muted">
            {t('size', { size: size(copy.bytes), time: momentIn(copy.expires_at, time_zone) })}
          </span>
        )}
        {copy.status === 'failed' && <span>{t('failed')}</span>}
      </div>
      <div className={classes.actions}>
        {copy.status === 'ready' && <Download copy={copy} time={time} />}
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id: copy.id } }, { onSuccess: onGone })}
        >
          {t(isUnfinished(copy) ? 'stop' : 'remove')} <span className="bm-hidden">{time}</span>
        </Button>
        {remove.isError && <Note status="act_now">{remove.error.message || t('form:no_answer')}</Note>}
      </div>
    </li>
  )
}

/** Copies of all that is kept about the person. */
export default function PersonalDataPage() {
  const { t } = useTranslation(['personal-data', 'app', 'form'])
  const copies = useDataCopies()
  const heading = useRef<HTMLHeadingElement>(null)
  const create = useApiMutation(api.createDataCopy, { refresh: [api.listDataCopies] })
  const full = copies.filter(isUnfinished).length >= MAX_UNFINISHED_COPIES
  const request = (
    <Button
      leftSection={<IconFileZip size={20} stroke={1.9} />}
      loading={create.isPending}
      disabled={full}
      onClick={() => create.mutate({})}
    >
      {t(copies.length > 0 ? 'again' : 'request')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('app:title.personal_data')}</PageHeading>
        <p>{t('text', { days: DATA_COPY_DAYS })}</p>
        <p className="bm-muted">{t('inside')}</p>
        <p className="bm-muted">
          <Trans
            t={t}
            i18nKey="not_inside"
            components={{ export: <ScreenLink to={linkTo(exportScreen)} className="bm-link" /> }}
          />
        </p>
      </header>
      {create.isError && <Note status="act_now">{create.error.message || t('form:no_answer')}</Note>}
      {copies.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={request} />
      ) : (
        <>
          <div className={classes.head}>
            <h2 ref={heading} tabIndex={-1}>
              {t('list')}
            </h2>
            {request}
          </div>
          <ul className={cards.list} aria-live="polite">
            {copies.map(copy => (
              // The button that was pressed goes with its card.
              <CopyCard key={copy.id} copy={copy} onGone={() => heading.current?.focus()} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
