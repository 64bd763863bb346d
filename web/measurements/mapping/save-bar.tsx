import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OwnMapping } from '#shared/contract/measurements/mappings.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './mapping.module.css'
import type { SaveTarget } from './use-saving.ts'

interface Props {
  changed: boolean
  busy: boolean
  failure: string | null
  own: OwnMapping | undefined
  hasRows: boolean
  target: SaveTarget
  onTarget: (target: SaveTarget) => void
  onSave: () => void
  onDiscard: () => void
  onKeep: () => void
  onForget: () => void
}

/**
 * Bar of what may be done with the rows: save them for the device or its model, keep them as a model, discard what
 * changed.
 */
export function SaveBar({ changed, busy, failure, own, hasRows, target, ...on }: Props) {
  const { t } = useTranslation('mapping')
  const devices = own?.devices ?? 0
  return (
    <section className={classes.saving} data-changed={changed || undefined}>
      {failure && <Note status="act_now">{failure}</Note>}
      {changed && (
        <span className={classes.unsaved}>
          <StatusShape status="pending" size={18} />
          {t('unsaved')}
        </span>
      )}
      <span className="bm-grow" />
      {changed && own && hasRows && (
        <Segments
          value={target}
          onChange={on.onTarget}
          data={[
            { value: 'device', label: t('this_device') },
            { value: 'model', label: t('model', { count: devices }) },
          ]}
        />
      )}
      {own && !changed && (
        <Button variant="default" onClick={on.onForget}>
          {t('forget')}
        </Button>
      )}
      {hasRows && !own && (
        <Button variant="default" onClick={on.onKeep}>
          {t('keep')}
        </Button>
      )}
      {changed && (
        <Button variant="default" onClick={on.onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button loading={busy} disabled={!changed} onClick={on.onSave}>
        {t('save')}
      </Button>
    </section>
  )
}
