import { Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { BulkBar } from '../../ui/selection/bulk-bar.tsx'
import type { Selection } from '../../ui/selection/selection.ts'
import type { AlertChanges } from './use-alert-changes.ts'

interface Props {
  /** All that are in the list now. */
  alerts: readonly Alert[]
  selection: Selection
  hidden: boolean
  changes: AlertChanges
}

/** Bar of what can be done with the chosen alerts, at the bottom of the list. */
export function AlertBulk({ alerts, selection, hidden, changes }: Props) {
  const { t } = useTranslation(['alerts', 'ui', 'form'])
  const [deleting, setDeleting] = useState(false)
  const { markMany, removeMany, mutateOptions } = changes
  const chosen = selection.chosen ?? []
  const onDone = selection.leave
  const deletable = alerts.filter(({ id, may }) => chosen.includes(id) && may.includes('delete')).map(({ id }) => id)
  const mark = (marks: { read?: boolean; show?: boolean }) =>
    markMany.mutate({ body: { alert_ids: [...chosen], ...marks } }, { ...mutateOptions, onSuccess: onDone })
  const none = chosen.length === 0
  return (
    <BulkBar
      shown={alerts}
      selection={selection}
      words={{
        title: t('bulk.title'),
        all: t('bulk.all'),
        none: t('bulk.none'),
        chosen: t('bulk.chosen', { count: chosen.length }),
      }}
    >
      <Button
        variant="default"
        disabled={none}
        leftSection={<IconMailOpened size={18} stroke={1.8} />}
        onClick={() => mark({ read: true })}
      >
        {t('do.read')}
      </Button>
      <Button
        variant="default"
        disabled={none}
        leftSection={hidden ? <IconEye size={18} stroke={1.8} /> : <IconEyeOff size={18} stroke={1.8} />}
        onClick={() => mark({ show: hidden })}
      >
        {t(hidden ? 'do.show' : 'do.hide')}
      </Button>
      <Button
        variant="outline"
        disabled={deletable.length === 0}
        leftSection={<IconTrash size={18} stroke={1.8} />}
        onClick={() => setDeleting(true)}
      >
        {t('ui:delete')}
      </Button>
      <Confirm
        opened={deleting}
        title={t('delete.title_many', { count: deletable.length })}
        action={t('ui:delete')}
        busy={removeMany.isPending}
        failure={removeMany.error && (removeMany.error.message || t('form:no_answer'))}
        onConfirm={() =>
          removeMany.mutate(
            { body: { alert_ids: deletable } },
            {
              onSuccess: () => {
                setDeleting(false)
                onDone()
              },
            },
          )
        }
        onClose={() => setDeleting(false)}
      >
        <p>{t('delete.text')}</p>
        {deletable.length < chosen.length && <p>{t('delete.some', { count: chosen.length - deletable.length })}</p>}
      </Confirm>
    </BulkBar>
  )
}
