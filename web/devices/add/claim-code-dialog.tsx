import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { CopyButton } from '../../ui/data-display/copy-button.tsx'
import { QrCode } from '../../ui/data-display/qr-code.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { DialogProps } from '../list/device-dialogs.tsx'
import dialog from '../list/devices.module.css'
import classes from '../ownership/ownership.module.css'
import { DEVICE_READS } from '../queries.ts'
import { deviceLabelScreen } from '../screens.ts'
import { claimAddress } from './claim-address.ts'

function Code({ device, code }: { device: DialogProps['device']; code: string }) {
  const { t } = useTranslation('devices')
  return (
    <>
      <div className={classes.code}>
        <QrCode text={claimAddress(code)} label={t('claim.qr', { name: device.name })} size={168} />
        <code data-testid="claim-code">{code}</code>
        <CopyButton variant="default" text={code} />
      </div>
      <p className={dialog.once}>
        <StatusShape status="attention" size={18} />
        {t('claim.once')}
      </p>
      <Button component={ScreenLink} to={linkTo(deviceLabelScreen, { params: { id: device.id }, hash: code })}>
        {t('claim.print')}
      </Button>
    </>
  )
}

/** Makes the code with which a device without an owner is claimed, and shows it this once. */
export function ClaimCodeDialog({ device, onClose, made }: DialogProps & { made?: string }) {
  const { t } = useTranslation(['devices', 'ui'])
  useFocusGivenBack(true)
  const [code, setCode] = useState(made)
  const make = useApiMutation(api.createClaimCode)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('claim.code_title', { name: device.name })}
      size={480}
      className="bm-sheet"
      closeOnClickOutside={!code}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.body}>
        <p className="bm-muted">{t(device.has_owner ? 'claim.code_text' : 'claim.code_text_free')}</p>
        {code ? (
          <Code device={device} code={code} />
        ) : (
          <Button
            loading={make.isPending}
            onClick={() => make.mutate({ params: { id: device.id } }, { onSuccess: answer => setCode(answer.code) })}
          >
            {t('claim.make')}
          </Button>
        )}
        {make.isError && <Note status="act_now">{make.error.message || t('rental.failed')}</Note>}
      </div>
    </Modal>
  )
}

/** Gives a device up, so that whoever has its code can take it. */
export function ReleaseDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation('devices')
  const [code, setCode] = useState<string>()
  const release = useApiMutation(api.releaseSensor, { refresh: DEVICE_READS })
  if (code) return <ClaimCodeDialog device={{ ...device, has_owner: false }} made={code} onClose={onClose} />
  return (
    <Confirm
      opened
      title={t('release.title', { name: device.name })}
      action={t('release.action')}
      busy={release.isPending}
      failure={release.error && (release.error.message || t('rental.failed'))}
      onConfirm={() =>
        release.mutate(
          { params: { id: device.id } },
          { onSuccess: answer => (answer.code ? setCode(answer.code) : onClose()) },
        )
      }
      onClose={onClose}
    >
      <p>{t('release.text')}</p>
    </Confirm>
  )
}
