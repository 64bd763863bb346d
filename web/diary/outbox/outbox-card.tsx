import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { isKeyOf } from '#shared/rules/collections/keys.ts'
import { newId } from '../../kit/browser/new-id.ts'
import { maskNames } from '../../kit/language/demo-mode.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/files/copy.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { zoneOf } from '../inspection-form/draft/form-begin.ts'
import { placeName } from '../inspection-form/form-where.tsx'
import { keepInspection } from '../remove.ts'
import { inspectionScreen, newInspectionScreen } from '../screens.ts'
import classes from './outbox.module.css'
import { outboxChanged, sendNow, useOutbox } from './outbox.ts'
import { Conflict } from './outbox-conflict.tsx'
import { again, type OutboxItem } from './outbox-item.ts'
import { changeOutboxItem } from './outbox-store.ts'
import { StuckParts } from './outbox-stuck.tsx'
import { bytesOf, cureOf, useHolds, useSize } from './outbox-words.ts'

const Confirm = lazyPart(async () => ({ default: (await import('../../ui/overlays/confirm.tsx')).Confirm }))

const SHAPES = { waiting: 'pending', refused: 'act_now', conflict: 'act_now', sent: 'good' } as const

const change = async (id: string, to: (outboxItem: OutboxItem) => OutboxItem | null) => {
  await changeOutboxItem(id, to)
  outboxChanged()
  void sendNow()
}

/** Outbox item as a new inspection, with photos that were not sent yet: the inspection it belonged to is gone. */
const asNew = (outboxItem: OutboxItem): OutboxItem => ({
  ...again(outboxItem),
  // The name it had belongs to what was deleted.
  id: newId(),
  is_new: true,
  inspection_id: null,
  base: null,
  base_version: 1,
  trying: null,
  remove: false,
  parts: outboxItem.parts.filter(({ sent_id }) => sent_id === null),
})

/** Why it was not accepted, in the server's words where it said any. */
function Why({ outboxItem }: { outboxItem: OutboxItem }) {
  const { t } = useTranslation('outbox')
  const { refusal, base } = outboxItem
  if (!refusal) return null
  const said = [...new Set(Object.values(refusal.errors).flat())].join(' ') || refusal.message
  const known: Record<string, string> = {
    not_found: t(base ? 'gone' : 'no_right'),
    not_allowed: t('no_right'),
  }
  return (
    <p className={classes.why}>
      <b>{t('not_accepted')}</b> {refusal.part === null && (known[refusal.code] ?? maskNames(said))}
    </p>
  )
}

function Cure({ outboxItem, onDelete }: { outboxItem: OutboxItem; onDelete: () => void }) {
  const { t } = useTranslation('outbox')
  const go = useGo()
  const cure = cureOf(outboxItem)
  const { id, refusal } = outboxItem
  const act = {
    again: () => change(id, again),
    as_new: () => change(id, asNew),
    drop_part: () =>
      change(id, before => again({ ...before, parts: before.parts.filter(part => part.client_id !== refusal?.part) })),
  }
  return (
    <div className={`${classes.buttons} ${classes.wide}`}>
      <Button
        onClick={() =>
          void (isKeyOf(act, cure)
            ? act[cure]()
            : go(linkTo(newInspectionScreen, { search: { outbox_item: id, at: cure } })))
        }
      >
        {t(`cure.${cure}`)}
      </Button>
      {!outboxItem.remove && refusal?.part == null && (
        <Button variant="default" leftSection={<IconTrash size={20} stroke={1.9} />} onClick={onDelete}>
          {t('delete')}
        </Button>
      )}
    </div>
  )
}

/** Card of an inspection on its way. */
export function OutboxItemCard({ outboxItem, locations }: { outboxItem: OutboxItem; locations: readonly Location[] }) {
  const { t } = useTranslation('outbox')
  const size = useSize()
  const holds = useHolds()
  const { progress } = useOutbox()
  const [deleting, setDeleting] = useState(false)
  const { id, state, written, parts, tries, tried_at, said, held, is_new, inspection_id, remove, restore } = outboxItem
  const location = locations.find(one => one.id === written.location_id)
  const zone = zoneOf(locations, written.location_id)
  const place = placeName(location, written.area_ids, t('whole_location')) || t('unknown_place')
  const change_of = restore ? 'restore_of' : 'change_of'
  const kind = remove ? 'delete_of' : is_new ? 'inspection_of' : change_of
  const sent = parts.map(part => (part.sent_id === null ? (progress[part.client_id] ?? 0) * part.bytes : part.bytes))
  const share =
    sent.reduce((sum, one) => sum + one, 0) /
    Math.max(
      1,
      parts.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const tried = tries > 0 && tried_at !== null
  const details = () =>
    JSON.stringify(
      { ...outboxItem, parts: parts.map(({ name, bytes, sent_id }) => ({ name, bytes, sent_id })) },
      null,
      2,
    )
  return (
    <article className={classes.card} data-state={state} aria-label={place}>
      <StatusShape status={SHAPES[state]} size={22} />
      <header>
        <h2>{place}</h2>
        {state !== 'sent' && <span className="bm-small bm-muted bm-nowrap">{size(bytesOf(outboxItem))}</span>}
      </header>
      <p className="bm-small bm-muted">{t(kind, { date: momentIn(written.date, zone) })}</p>
      {written.notes && !remove && !restore && <p className={classes.words}>{maskNames(written.notes)}</p>}
      {holds(outboxItem) && !remove && <p>{holds(outboxItem)}</p>}
      {state === 'waiting' && share > 0 && share < 1 && (
        <div className={classes.bar}>
          <i style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {state === 'waiting' && tried && (held || said !== '') && (
        <p className="bm-small">
          {typeof held?.foreign === 'number' ? t('foreign', { status: held.foreign }) : t('unsure')}
        </p>
      )}
      {state === 'refused' && (
        <div className={classes.wide}>
          <Why outboxItem={outboxItem} />
        </div>
      )}
      {!remove && <StuckParts outboxItem={outboxItem} onChange={to => void change(id, to)} />}
      {state === 'refused' && <Cure outboxItem={outboxItem} onDelete={() => setDeleting(true)} />}
      {state === 'conflict' && (
        <Conflict outboxItem={outboxItem} zone={zone} locations={locations} onChoose={to => void change(id, to)} />
      )}
      <div className={`${classes.foot} ${classes.wide} bm-small bm-muted`}>
        {tried && <span>{t('tried', { count: tries, time: momentIn(tried_at, zone) })}</span>}
        {remove && inspection_id !== null && (
          <button type="button" className="bm-link" onClick={() => void keepInspection(id)}>
            {t('undo_delete')}
          </button>
        )}
        {state === 'sent' && !remove && inspection_id !== null && (
          <ScreenLink to={linkTo(inspectionScreen, { params: { id: inspection_id } })} className="bm-link">
            {t('open')}
          </ScreenLink>
        )}
        {state === 'waiting' && !remove && !restore && (
          <>
            <ScreenLink to={linkTo(newInspectionScreen, { search: { outbox_item: id } })} className="bm-link">
              {t('cure.open')}
            </ScreenLink>
            {inspection_id === null && (
              <button type="button" className="bm-link" onClick={() => setDeleting(true)}>
                {t('delete')}
              </button>
            )}
          </>
        )}
        {state === 'refused' && !remove && outboxItem.refusal?.part != null && (
          <button type="button" className="bm-link" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
        {state !== 'waiting' && state !== 'sent' && (
          <button
            type="button"
            className="bm-link"
            onClick={() => void copyText(details()).then(() => showToast({ id: 'copied', message: t('copied') }))}
          >
            {t('copy')}
          </button>
        )}
      </div>
      <LazyOverlay when={deleting} onFailed={() => setDeleting(false)}>
        {opened => (
          <Confirm
            opened={opened}
            title={t('delete_title')}
            action={t('delete')}
            keep={t('keep')}
            onClose={() => setDeleting(false)}
            onConfirm={() => {
              setDeleting(false)
              // An inspection that may have arrived is created first, so that it can be deleted there.
              void change(id, before => (before.base === null && before.trying ? { ...before, remove: true } : null))
            }}
          >
            {t('delete_text')}
          </Confirm>
        )}
      </LazyOverlay>
    </article>
  )
}
