import { Button, FileButton, MultiSelect, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { type DeviceCodec, DeviceCodecInput } from '#shared/contract/devices/codecs.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import classes from './codec.module.css'
import { CodecTrial } from './codec-trial.tsx'

interface Props {
  device: Device
  devices: readonly Device[]
  lists: TaxonomyLists
  codec: DeviceCodec
  messages: readonly RawMessage[]
}

/** The pasted script, the devices it is for, and what it makes of a payload before it is saved. */
export function CodecEditor({ device, devices, lists, codec, messages }: Props) {
  const { t } = useTranslation('codec')
  const client = useQueryClient()
  // The version the text was made from; another tab may have saved since.
  const [version, setVersion] = useState(codec.version)
  const [overtaken, setOvertaken] = useState(false)
  const [removing, removal] = useDisclosure()
  const others = devices.filter(({ id, eui, may }) => id !== device.id && eui !== null && may.includes('own'))

  const { form, failure, busy, onSubmit } = useContractForm({
    body: DeviceCodecInput,
    initialValues: { script: codec.script ?? '', also: [] as string[] },
    toBody: ({ script, also }) => ({ script, also: also.map(Number), version }),
    send: async (body, values) => {
      try {
        const saved = await ask(api.setDeviceCodec, { params: { id: device.id }, body })
        setOvertaken(false)
        setVersion(saved.version)
        form.resetDirty({ ...values, also: [] })
        form.setFieldValue('also', [])
        showToast({ id: 'codec-saved', message: t('saved', { count: values.also.length + 1 }) })
        await refresh(client, [api.getDeviceCodec])
      } catch (error) {
        if (!(error instanceof CallFailed && error.code === 'changed_meanwhile')) throw error
        // The typed text stays: whoever saves again means it.
        const theirs = await client.fetchQuery({
          ...queryOf(api.getDeviceCodec, { params: { id: device.id } }),
          staleTime: 0,
        })
        setVersion(theirs.version)
        setOvertaken(true)
      }
    },
  })
  const { script } = form.values
  return (
    <div className={classes.columns}>
      <LeaveGuard when={script !== (codec.script ?? '')} />
      <form className={`bm-card ${classes.part}`} onSubmit={onSubmit} noValidate>
        <h2>{t('script')}</h2>
        <Textarea
          size="md"
          autosize
          minRows={10}
          maxRows={24}
          label={t('paste')}
          description={t('paste_help')}
          classNames={{ input: classes.script }}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          {...form.getInputProps('script')}
        />
        <FileButton
          accept=".js,.mjs,.cjs,.txt,text/javascript"
          onChange={file => void file?.text().then(text => form.setFieldValue('script', text))}
        >
          {props => (
            <Button variant="default" className={classes.file} {...props}>
              {t('file')}
            </Button>
          )}
        </FileButton>
        {others.length > 0 && (
          <MultiSelect
            size="md"
            searchable
            clearable
            label={t('also')}
            description={t('also_help')}
            data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('also')}
          />
        )}
        {overtaken && <Note status="attention">{t('overtaken')}</Note>}
        {failure && <Note status="act_now">{failure}</Note>}
        <div className={classes.ways}>
          {codec.script !== null && (
            <Button variant="default" onClick={removal.open}>
              {t('remove')}
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
      <CodecTrial {...{ device, lists, messages, script }} />
      {removing && (
        <Removal
          device={device}
          version={version}
          onRemoved={version => {
            setVersion(version)
            form.setFieldValue('script', '')
            removal.close()
          }}
          onClose={removal.close}
        />
      )}
    </div>
  )
}

interface RemovalProps {
  device: Device
  version: number
  onRemoved: (version: number) => void
  onClose: () => void
}

function Removal({ device, version, onRemoved, onClose }: RemovalProps) {
  const { t } = useTranslation('codec')
  const remove = useApiMutation(api.setDeviceCodec, { refresh: [api.getDeviceCodec] })
  return (
    <Confirm
      opened
      title={t('remove_title', { name: device.name })}
      action={t('remove')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('not_removed'))}
      onConfirm={() =>
        remove.mutate(
          { params: { id: device.id }, body: { script: null, version } },
          { onSuccess: ({ version }) => onRemoved(version) },
        )
      }
      onClose={onClose}
    >
      <p>{t('remove_text')}</p>
    </Confirm>
  )
}
