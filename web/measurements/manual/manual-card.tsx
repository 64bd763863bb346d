import { Button } from '@mantine/core'
import { IconFileImport, IconNotebook, IconPencilPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { Manual } from '#shared/contract/manual.ts'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitText, momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import type { Lists } from '../chart-cards/groups.ts'
import { newInspectionIn } from '../period/new-inspection.ts'
import { useOlderManual } from '../queries.ts'
import { importScreen } from '../screens.ts'
import classes from './manual.module.css'

const Confirm = lazyPart(async () => ({ default: (await import('../../ui/overlays/confirm.tsx')).Confirm }))
const ManualDialog = lazyPart(() => import('./manual-dialog.tsx'))

/** Shown until somebody wants all. */
const FIRST = 8

interface Props {
  device: Device
  manual: readonly Manual[]
  last: LastValues
  frame: SeriesAnswer
  lists: Lists
}

interface Named {
  one: Manual
  /** "NH3 12.5 ppm" */
  what: string
}

function Delete({ one, what, onClose }: Named & { onClose: () => void }) {
  const { t } = useTranslation('measurements')
  const remove = useApiMutation(api.deleteManual, { refresh: [api.listManual] })
  return (
    <Confirm
      opened
      title={t('manual.delete_title', { what })}
      action={t('manual.delete')}
      busy={remove.isPending}
      failure={remove.error && failureOf(remove.error, []).message}
      onConfirm={() => remove.mutate({ params: { id: one.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('manual.delete_text')}</p>
    </Confirm>
  )
}

function History({
  one,
  zone,
  sayValue,
}: {
  one: Manual
  zone: string
  sayValue: (of: Manual['history'][number]['before']) => string
}) {
  const { t } = useTranslation('measurements')
  if (one.history.length === 0) return null
  return (
    <details className={classes.history}>
      <summary className="bm-small bm-muted">{t('manual.history')}</summary>
      <ul className="bm-small">
        {one.history.map(({ changed_at, changed_by, action, before }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its beginning
          <li key={index}>
            {t(`manual.${action}`, {
              time: momentIn(changed_at, zone),
              name: changed_by ?? t('manual.somebody'),
              value: [sayValue(before), before.note].filter(Boolean).join(', '),
              at: momentIn(before.time, zone),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Tells whether the caller may write: who has the device may, and who owns the place where it hangs. */
const useMayWrite = ({ may, placement }: Device): boolean => {
  const has = may.includes('place')
  const { data } = useQuery({ ...LOCATIONS, enabled: !has && placement !== null })
  return has || (data?.find(({ id }) => id === placement?.location_id)?.may.includes('edit') ?? false)
}

/** Card of what people measured beside the device: written down, changed and deleted here, with who did what when. */
export function ManualCard({ device, manual, last, frame, lists }: Props) {
  const { t } = useTranslation(['measurements', 'app'])
  const format = useFormat()
  const [editing, setEditing] = useState<Manual | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Named | null>(null)
  const [all, setAll] = useState(false)
  const zone = frame.time_zone
  const here = (abbreviation: string) => Number(!(abbreviation in last || abbreviation in frame.series))
  const types = lists.measurement_types.toSorted((a, b) => here(a.abbreviation) - here(b.abbreviation))
  const sayValue = ({ measurement, value }: Pick<Manual, 'measurement' | 'value'>): string => {
    const type = lists.measurement_types.find(({ abbreviation }) => abbreviation === measurement)
    return `${type?.name ?? measurement} ${limitText(value, type?.unit ?? '')}`
  }
  const mayWrite = useMayWrite(device)
  const { older, hasOlder, fetchOlder, isFetching, error } = useOlderManual(device.id, manual)
  if (!mayWrite && manual.length === 0) return null
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.head}>
        <h2>{t('manual.title')}</h2>
        {device.placement && (
          <Button
            variant="default"
            component={ScreenLink}
            to={newInspectionIn(device.placement.area_id, frame, serverNow())}
            leftSection={<IconNotebook size={18} stroke={1.9} />}
          >
            {t('app:plus.inspection')}
          </Button>
        )}
        {device.may.includes('place') && (
          <Button
            variant="default"
            component={ScreenLink}
            to={linkTo(importScreen, { params: { id: device.id } })}
            leftSection={<IconFileImport size={18} stroke={1.9} />}
          >
            {t('import')}
          </Button>
        )}
        {mayWrite && (
          <Button
            variant="default"
            leftSection={<IconPencilPlus size={18} stroke={1.9} />}
            onClick={() => setEditing('new')}
          >
            {t('manual.add')}
          </Button>
        )}
      </header>
      {manual.length === 0 && <p className="bm-muted">{t('manual.none')}</p>}
      <ul className={classes.list}>
        {[...manual, ...older].slice(0, all ? undefined : FIRST).map(one => {
          const what = sayValue(one)
          return (
            <li key={one.id} data-deleted={one.deleted_at !== null || undefined}>
              <span className={classes.what}>
                <b>{what}</b>
                <span className="bm-small bm-muted">
                  {t('manual.by', { time: momentIn(one.time, zone), name: one.created_by ?? t('manual.somebody') })}
                  {one.deleted_at !== null && ` · ${t('manual.gone')}`}
                </span>
                {one.note && <span className={`bm-small ${classes.note}`}>{one.note}</span>}
              </span>
              {one.may.includes('edit') && (
                <button
                  type="button"
                  className="bm-link"
                  aria-label={t('manual.edit_named', { what })}
                  onClick={() => setEditing(one)}
                >
                  {t('manual.edit')}
                </button>
              )}
              {one.may.includes('delete') && (
                <button
                  type="button"
                  className="bm-link"
                  aria-label={t('manual.delete_named', { what })}
                  onClick={() => setDeleting({ one, what })}
                >
                  {t('manual.delete')}
                </button>
              )}
              <History one={one} zone={zone} sayValue={sayValue} />
            </li>
          )
        })}
      </ul>
      {!all && manual.length > FIRST && (
        <button type="button" className="bm-link" onClick={() => setAll(true)}>
          {t(hasOlder ? 'manual.more_newest' : 'manual.more', { number: format.number(manual.length + older.length) })}
        </button>
      )}
      {error && <Note status="attention">{failureOf(error, []).message}</Note>}
      {all && hasOlder && (
        <Button variant="default" loading={isFetching} onClick={fetchOlder}>
          {t('manual.older')}
        </Button>
      )}
      <Suspense>
        {editing !== null && (
          <ManualDialog
            deviceId={device.id}
            manual={editing === 'new' ? null : editing}
            types={types}
            zone={zone}
            onClose={() => setEditing(null)}
          />
        )}
        {deleting && <Delete {...deleting} onClose={() => setDeleting(null)} />}
      </Suspense>
    </section>
  )
}
