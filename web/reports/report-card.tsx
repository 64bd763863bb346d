import { Button } from '@mantine/core'
import { IconExternalLink, IconLink, IconLinkOff, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Report } from '#shared/contract/measurements/reports.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ask } from '../kit/api/api.ts'
import { refresh, useApiMutation } from '../kit/api/query.ts'
import { followFile } from '../kit/browser/save-file.ts'
import { addressWithoutNames } from '../kit/language/demo-mode.ts'
import { useFileSize } from '../kit/language/file-size.ts'
import { OWN_NAME } from '../kit/language/language.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { useNow } from '../kit/time/now.ts'
import cards from '../ui/data-display/card-list.module.css'
import { WithDates } from '../ui/data-display/with-dates.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { copyText } from '../ui/files/copy.ts'
import type { Status } from '../ui/status/status.ts'
import { StatusWord } from '../ui/status/status-word.tsx'
import { isUnfinished } from './queries.ts'
import classes from './reports.module.css'

const SHAPES: Record<Report['status'], Status> = {
  waiting: 'pending',
  running: 'pending',
  ready: 'good',
  failed: 'act_now',
}

const pathOf = async (id: number): Promise<string> => (await ask(api.createReportLink, { params: { id } })).path

/** Opens a report beside the page. The tab is opened at once: browsers let none open after waiting for an answer. */
const openReport = async (id: number): Promise<void> => {
  const tab = window.open('', '_blank')
  try {
    const path = addressWithoutNames(await pathOf(id))
    if (tab) tab.location.href = path
    else followFile(path)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Card of a report with what can be done with it. `onGone` is called once it is thrown away. */
export function ReportCard({ report, onGone }: { report: Report; onGone: () => void }) {
  const { t } = useTranslation(['reports', 'form'])
  const client = useQueryClient()
  const now = useNow(MINUTE_MS)
  const size = useFileSize()
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  const again = useApiMutation(api.repeatReport, { refresh: [api.listReports] })
  const unlink = useApiMutation(api.deleteReportLink, { refresh: [api.listReports] })
  const remove = useApiMutation(api.deleteReport, { refresh: [api.listReports] })
  const name = report.names.join(', ')
  const isThere = report.status === 'ready' && report.expires_at !== null && Date.parse(report.expires_at) > now
  const hidden = <span className="bm-hidden">{name}</span>
  const linked = async (work: () => Promise<boolean>) => {
    try {
      setSaid((await work()) ? 'copied' : null)
    } catch {
      setSaid('failed')
    }
    await refresh(client, [api.listReports])
  }
  const open = () => linked(async () => openReport(report.id).then(() => false))
  const copy = () => linked(async () => copyText(`${window.location.origin}${await pathOf(report.id)}`))
  const failure = again.error ?? unlink.error ?? remove.error
  return (
    <li className={`bm-card ${cards.card}`}>
      <div className={cards.facts}>
        <b>
          {report.gas === null
            ? `${t(`title.${report.title}`)}: ${name}`
            : t('emission', { period: t(`title.${report.title}`), names: name })}
        </b>
        <span>
          <WithDates
            text={t('about', {
              from: momentIn(report.from, report.time_zone),
              // The last minute that belongs to it.
              until: momentIn(Date.parse(report.until) - MINUTE_MS, report.time_zone),
            })}
          />
        </span>
        <StatusWord status={SHAPES[report.status]} word={t(`status.${report.status}`)} />
        {isUnfinished(report) && <Progress report={report} />}
        {report.status === 'ready' && (
          <span className="bm-muted">
            <WithDates
              text={
                isThere
                  ? t('there', {
                      pages: t('pages', { count: report.pages }),
                      size: size(report.bytes),
                      language: OWN_NAME[report.language],
                      time: momentIn(report.expires_at ?? '', report.time_zone),
                    })
                  : t('over')
              }
            />
          </span>
        )}
        {isThere && report.is_linked && <span className="bm-muted">{t('linked')}</span>}
        {report.error !== null && <span>{report.error}</span>}
      </div>
      <div className={classes.actions}>
        {isThere && (
          <>
            <Button leftSection={<IconExternalLink size={19} stroke={1.9} />} onClick={() => void open()}>
              {t('open')} {hidden}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLink size={19} stroke={1.9} />}
              aria-live="polite"
              onClick={() => void copy()}
            >
              {t(said === 'copied' ? 'copied' : 'copy_link')} {hidden}
            </Button>
          </>
        )}
        {isThere && report.is_linked && (
          <Button
            variant="default"
            loading={unlink.isPending}
            leftSection={<IconLinkOff size={19} stroke={1.9} />}
            onClick={() => unlink.mutate({ params: { id: report.id } }, { onSuccess: () => setSaid(null) })}
          >
            {t('end_link')} {hidden}
          </Button>
        )}
        {!isThere && !isUnfinished(report) && (
          <Button
            loading={again.isPending}
            leftSection={<IconRefresh size={19} stroke={1.9} />}
            onClick={() => again.mutate({ params: { id: report.id } })}
          >
            {t('again')} {hidden}
          </Button>
        )}
        <Button
          variant="default"
          loading={remove.isPending}
          leftSection={<IconTrash size={19} stroke={1.9} />}
          onClick={() => remove.mutate({ params: { id: report.id } }, { onSuccess: onGone })}
        >
          {t(isUnfinished(report) ? 'stop' : 'remove')} {hidden}
        </Button>
      </div>
      {(failure || said === 'failed') && <Note status="act_now">{failure?.message || t('form:no_answer')}</Note>}
    </li>
  )
}

function Progress({ report }: { report: Report }) {
  const { t } = useTranslation('reports')
  const share = report.parts_done / Math.max(1, report.parts)
  return (
    <>
      <span className="bm-muted">{t('progress', { done: report.parts_done, count: report.parts })}</span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('progress_of', { name: report.names.join(', ') })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </>
  )
}
