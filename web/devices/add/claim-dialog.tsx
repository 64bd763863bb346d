import { Button, TextInput } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DEVICE_READS } from '../queries.ts'
import { codeIn } from './claim-address.ts'

const Scanner = lazyPart(() => import('./scanner.tsx'))
const ClaimBody = z.object({ code: z.string().min(1) })

interface Props {
  code: string
  onClose: () => void
  onClaimed: (device: Device) => void
}

/** Takes a device by the code on it: typed, or read with the camera. */
export function ClaimDialog({ code, onClose, onClaimed }: Props) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [scanning, setScanning] = useState(false)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ClaimBody,
    initialValues: { code },
    toBody: values => ({ code: codeIn(values.code) }),
    send: async body => {
      const device = await ask(api.claimSensor, { body })
      await refresh(client, DEVICE_READS)
      onClaimed(device)
    },
  })
  return (
    <FormDialog opened title={t('claim.title')} action={t('claim.action')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('claim.text')}</p>
      <TextInput
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        label={t('claim.code')}
        placeholder={t('claim.example')}
        {...form.getInputProps('code')}
      />
      {scanning ? (
        <Suspense fallback={<PartLoading />}>
          <Scanner
            onFound={text => {
              form.setFieldValue('code', codeIn(text))
              setScanning(false)
            }}
          />
        </Suspense>
      ) : (
        <Button variant="default" leftSection={<IconCamera size={20} stroke={1.8} />} onClick={() => setScanning(true)}>
          {t('claim.scan')}
        </Button>
      )}
    </FormDialog>
  )
}
