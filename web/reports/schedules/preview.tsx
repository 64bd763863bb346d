import { Button } from '@mantine/core'
import { IconFileTypePdf, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnAnswer, urlOf } from '#shared/contract/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { keyOf, queryOf } from '../../kit/api/query.ts'
import { readSession } from '../../kit/api/session.ts'
import { useMinWidth } from '../../kit/browser/is-desktop.ts'
import { isDemoMode } from '../../kit/language/demo-mode.ts'
import { useFileSize } from '../../kit/language/file-size.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { isUnfinished } from '../queries.ts'
import classes from './preview.module.css'

const PaperPages = lazyPart(() => import('./paper-pages.tsx'))

export type PreviewBody = CallInput<typeof api.createSchedulePreview>['body']

/** ms between two looks while it is made, and for which one that was made is shown again: the server keeps it a little longer. */
const LOOK_MS = 1000
const SHOWN_MS = 8 * MINUTE_MS
/** em from which the paper stands beside the form, and comes unasked. */
const BESIDE = 87.5

const fetchPaper = async (id: number): Promise<Blob> => {
  const { token } = readSession()
  const answer = await window.fetch(urlOf(api.getSchedulePreviewFile, { params: { id } }), {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  if (!answer.ok || !isOwnAnswer(answer)) throw new Error(String(answer.status))
  return answer.blob()
}

/** Reads of a preview: its making, how far it is, and its file. */
const usePreview = (body: PreviewBody | null) => {
  const kept = { staleTime: SHOWN_MS, gcTime: SHOWN_MS, refetchOnWindowFocus: false, refetchOnReconnect: false }
  const begun = useQuery({
    queryKey: [...keyOf(api.createSchedulePreview), body],
    queryFn: () => ask(api.createSchedulePreview, { body: body as PreviewBody }),
    enabled: body !== null,
    ...kept,
  })
  const id = begun.data?.id ?? 0
  const made = useQuery({
    ...queryOf(api.getSchedulePreview, { params: { id } }),
    enabled: id > 0,
    ...kept,
    staleTime: 0,
    refetchInterval: ({ state }) => (!state.error && (!state.data || isUnfinished(state.data)) ? LOOK_MS : false),
  })
  const file = useQuery({
    queryKey: [...keyOf(api.getSchedulePreviewFile), id],
    queryFn: () => fetchPaper(id),
    enabled: made.data?.status === 'ready',
    ...kept,
  })
  return { begun, report: made.data ?? begun.data, file, error: begun.error ?? made.error ?? file.error }
}

interface Props {
  /** Fields of the form; null while it is about nothing. */
  body: PreviewBody | null
  /** Shows it unasked where there is room beside the form. */
  isSaved: boolean
}

/** Paper of the schedule as it stands in the form: made by the server as each run is, and drawn here. */
export function Preview({ body, isSaved }: Props) {
  const { t } = useTranslation(['schedules', 'reports', 'form'])
  const size = useFileSize()
  const isBeside = useMinWidth(BESIDE)
  // A paper names people and places: demo mode shows none unasked.
  const [wanted, setWanted] = useState<PreviewBody | null>(isBeside && isSaved && !isDemoMode() ? body : null)
  const [broken, setBroken] = useState<Blob | null>(null)
  const { begun, report, file, error } = usePreview(wanted)
  const pdf = file.data ?? null
  const onFailed = useCallback(() => setBroken(pdf), [pdf])
  const isOther = wanted !== null && JSON.stringify(body) !== JSON.stringify(wanted)
  const isMaking = wanted !== null && !error && !pdf && report?.status !== 'failed'
  const again = () => {
    if (isOther || wanted === null) setWanted(body)
    else void begun.refetch()
    setBroken(null)
  }
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <div className={classes.bar}>
        <h2 id="preview" className="bm-grow">
          {t('preview.title')}
        </h2>
        {(wanted === null || isOther || error || broken || report?.status === 'failed') && (
          <Button
            size="sm"
            variant="default"
            disabled={body === null}
            leftSection={wanted === null ? undefined : <IconRefresh size={18} stroke={1.9} />}
            onClick={again}
          >
            {t(wanted === null ? 'preview.show' : 'preview.again')}
          </Button>
        )}
        {pdf && <OpenPaper pdf={pdf} />}
      </div>
      {body === null && <p className="bm-small bm-muted">{t('preview.nothing')}</p>}
      {body !== null && wanted === null && <p className="bm-small bm-muted">{t('preview.text')}</p>}
      <div aria-live="polite">
        {isOther && <p className="bm-small">{t('preview.changed')}</p>}
        {isMaking && (
          <p className="bm-small bm-muted">
            {report?.status === 'running'
              ? t('reports:progress', { done: report.parts_done, count: report.parts })
              : t('preview.making')}
          </p>
        )}
      </div>
      {isMaking && <div className={classes.waiting} aria-hidden />}
      {error && <Note status="act_now">{error.message || t('form:no_answer')}</Note>}
      {report?.status === 'failed' && report.error && <Note status="act_now">{report.error}</Note>}
      {broken && <Note status="act_now">{t('preview.broken')}</Note>}
      {pdf && report && !broken && (
        <LazyBoundary
          waiting={<div className={classes.waiting} />}
          instead={<Note status="act_now">{t('preview.broken')}</Note>}
        >
          <PaperPages
            pdf={pdf}
            about={t('preview.about', { pages: t('reports:pages', { count: report.pages }), size: size(report.bytes) })}
            onFailed={onFailed}
          />
        </LazyBoundary>
      )}
    </section>
  )
}

/** Opens the file itself, whose text can be read aloud, searched and printed. */
function OpenPaper({ pdf }: { pdf: Blob }) {
  const { t } = useTranslation('schedules')
  const open = () => {
    const address = URL.createObjectURL(pdf)
    window.open(address, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS)
  }
  return (
    <Button size="sm" variant="default" leftSection={<IconFileTypePdf size={18} stroke={1.9} />} onClick={open}>
      {t('preview.open')}
    </Button>
  )
}
