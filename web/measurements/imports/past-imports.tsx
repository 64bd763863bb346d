import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Import } from '#shared/contract/measurements/imports.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import classes from './import.module.css'
import { IMPORT_READS, type ImportWork } from './use-import.ts'

const POLL_MS = 2000

interface Props {
  deviceId: number
  zone: string
  work: ImportWork
}

function Undo({ one, onClose }: { one: Import; onClose: () => void }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const undo = useApiMutation(api.undoImport, { refresh: IMPORT_READS })
  const failure =
    undo.error && (undo.error.code === 'conflict' ? t('undo_conflict') : failureOf(undo.error, []).message)
  const confirm = () => undo.mutate({ params: { id: one.id } }, { onSuccess: onClose })
  const values = (one.counts?.added ?? 0) + (one.counts?.replaced ?? 0)
  return (
    <Confirm
      opened
      title={t('undo_title', { name: one.file_name })}
      action={t('undo')}
      busy={undo.isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('undo_text', { count: values, number: format.number(values) })}</p>
      {(one.counts?.replaced ?? 0) > 0 && (
        <p>{t('undo_back', { count: one.counts?.replaced, number: format.number(one.counts?.replaced ?? 0) })}</p>
      )}
    </Confirm>
  )
}

/** Throws away a file that was sent and never stored: so many of them may wait, in this window or another. */
function Discard({ one }: { one: Import }) {
  const { t } = useTranslation('import')
  const discard = useApiMutation(api.undoImport, { refresh: [api.listImports] })
  return (
    <>
      <button
        type="button"
        className="bm-link"
        disabled={discard.isPending}
        aria-label={t('discard_named', { name: one.file_name })}
        onClick={() => discard.mutate({ params: { id: one.id } })}
      >
        {t('discard')}
      </button>
      {discard.error && <Note status="act_now">{failureOf(discard.error, []).message}</Note>}
    </>
  )
}

/** Every import of the device, the newest first; those undone stay to be read. */
export function PastImports({ deviceId, zone, work }: Props) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const [undoing, setUndoing] = useState<Import | null>(null)
  const imports = useQuery({
    ...queryOf(api.listImports, { query: { device_id: deviceId } }),
    refetchInterval: ({ state }) =>
      state.data?.some(one => one.state.endsWith('ing') && one.state !== 'waiting') ? POLL_MS : false,
  })
  const visible = imports.data?.filter(one => one.id !== work.preview?.import.id || one.state !== 'waiting')
  const sayOf = (one: Import): string => {
    const values = (one.counts?.added ?? 0) + (one.counts?.replaced ?? 0)
    return [
      momentIn(one.stored_at ?? one.created_at, zone),
      one.counts && t('values', { count: values, number: format.number(values) }),
      one.created_by,
    ]
      .filter(Boolean)
      .join(', ')
  }
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('past_title')}</h2>
      <QueryFailed query={imports} />
      {visible?.length === 0 && <p className="bm-muted">{t('past_none')}</p>}
      <ul className={classes.past}>
        {visible?.map(one => (
          <li key={one.id} data-undone={one.state === 'undone' || undefined}>
            <span className="bm-grow">
              <b>{one.file_name}</b>
              <span className="bm-small bm-muted">{sayOf(one)}</span>
              {one.state === 'storing' && <span className="bm-small">{t('interrupted')}</span>}
              {one.state === 'waiting' && <span className="bm-small">{t('waiting')}</span>}
            </span>
            <span className={classes.actions}>
              {(one.state === 'storing' || (one.state === 'waiting' && !work.preview)) && one.may.includes('edit') && (
                <button
                  type="button"
                  className="bm-link"
                  disabled={work.doing !== null}
                  aria-label={t('go_on_named', { name: one.file_name })}
                  onClick={() => void (one.state === 'storing' ? work.store(one.id) : work.resume(one.id))}
                >
                  {t('go_on')}
                </button>
              )}
              {one.state === 'waiting' ? (
                <Discard one={one} />
              ) : one.may.includes('delete') ? (
                <button
                  type="button"
                  className="bm-link"
                  aria-label={t('undo_named', { name: one.file_name })}
                  onClick={() => setUndoing(one)}
                >
                  {t('undo')}
                </button>
              ) : (
                <span className="bm-small bm-muted">{one.state === 'undone' ? t('undone') : t('for_good')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {work.failure && !work.preview && work.doing === null && visible?.some(one => one.state === 'storing') && (
        <Note status="attention">{work.failure}</Note>
      )}
      {undoing && <Undo one={undoing} onClose={() => setUndoing(null)} />}
    </section>
  )
}
