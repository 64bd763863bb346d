import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { ClaimCodeDialog, ReleaseDialog } from '../add/claim-code-dialog.tsx'
import { KeyDialog } from '../add/key-dialog.tsx'
import { RenameDialog } from '../add/rename-dialog.tsx'
import { DecoderDialog } from '../discovered/decoder-dialog.tsx'
import { TopicDialog } from '../discovered/topic-dialog.tsx'
import { RentalsDialog } from '../ownership/rentals-dialog.tsx'
import { TransferDialog } from '../ownership/transfers.tsx'
import { EndPlacement } from '../placement/end-placement.tsx'
import { PlaceDialog } from '../placement/place-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { RefusalsDialog } from './refusals-dialog.tsx'

export type Task =
  | 'keys'
  | 'place'
  | 'end'
  | 'rename'
  | 'decoder'
  | 'topic'
  | 'refusals'
  | 'rentals'
  | 'transfer'
  | 'claim_code'
  | 'release'
  | 'delete'

export interface DialogProps {
  device: Device
  onClose: () => void
}

function DeleteDevice({ device, onClose }: DialogProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const remove = useApiMutation(api.deleteSensor, { refresh: DEVICE_READS })
  return (
    <Confirm
      opened
      title={t('delete.title', { name: device.name })}
      action={t('ui:delete')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('delete.failed'))}
      onConfirm={() => remove.mutate({ params: { id: device.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('delete.lost')}</p>
    </Confirm>
  )
}

/** The dialog for what somebody chose to do with a device. */
export function DeviceDialogs({
  device,
  task,
  onTask,
}: {
  device: Device
  task: Task
  onTask: (task: Task | null) => void
}) {
  const props = { device, onClose: () => onTask(null) }
  if (task === 'keys') return <KeyDialog {...props} />
  if (task === 'place') return <PlaceDialog {...props} />
  if (task === 'end') return <EndPlacement {...props} />
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'decoder') return <DecoderDialog {...props} />
  if (task === 'topic') return <TopicDialog {...props} />
  if (task === 'refusals') return <RefusalsDialog {...props} />
  if (task === 'rentals') return <RentalsDialog {...props} />
  if (task === 'transfer') return <TransferDialog {...props} />
  if (task === 'claim_code') return <ClaimCodeDialog {...props} />
  if (task === 'release') return <ReleaseDialog {...props} />
  return <DeleteDevice {...props} />
}
