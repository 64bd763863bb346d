import { Button, TextInput } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlertDelivery, WebhookInput } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { refresh, useApiMutation } from '../kit/api/query.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { CopyButton } from '../ui/data-display/copy-button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Confirm } from '../ui/overlays/confirm.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import classes from './alert-delivery.module.css'
import { DeliveryCard } from './card.tsx'
import { TestButton } from './test-button.tsx'

const PLACEHOLDER = 'https://'

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('alert-delivery')
  return (
    <Dialog opened title={t('webhook.secret_title')} size={520} onClose={onClose}>
      <div className={classes.secret}>
        <Note status="attention">{t('webhook.secret_once')}</Note>
        <code>{secret}</code>
        <CopyButton variant="default" text={secret} />
        <p className="bm-small bm-muted">{t('webhook.secret_text')}</p>
        <Button onClick={onClose}>{t('webhook.secret_kept')}</Button>
      </div>
    </Dialog>
  )
}

function AddressForm({ url, onSaved }: { url: string | null; onSaved: (secret: string) => void }) {
  const { t } = useTranslation('alert-delivery')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: WebhookInput,
    initialValues: { url: url ?? '' },
    toBody: values => values,
    send: async body => {
      const { secret } = await ask(api.saveWebhook, { body })
      onSaved(secret)
      await refresh(client, [api.getAlertDelivery])
    },
  })
  return (
    <form className={classes.address} noValidate onSubmit={onSubmit}>
      <TextInput
        size="md"
        type="url"
        inputMode="url"
        autoComplete="off"
        label={t('webhook.url')}
        placeholder={PLACEHOLDER}
        {...form.getInputProps('url')}
      />
      <Button type="submit" size="md" variant={url === null ? 'filled' : 'default'} loading={busy}>
        {t(url === null ? 'webhook.save' : 'webhook.change')}
      </Button>
      {failure && <Note status="act_now">{failure}</Note>}
    </form>
  )
}

function Remove({ url }: { url: string }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const [asking, setAsking] = useState(false)
  const remove = useApiMutation(api.deleteWebhook, { refresh: [api.getAlertDelivery] })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('webhook.remove')}
      </Button>
      <Confirm
        opened={asking}
        title={t('webhook.remove_title')}
        action={t('webhook.remove')}
        busy={remove.isPending}
        failure={remove.error && (remove.error.message || t('form:no_answer'))}
        onConfirm={() => remove.mutate({}, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {url}
      </Confirm>
    </>
  )
}

/** An address of the person's own that is called for each alert. */
export function WebhookCard({ delivery: { webhook_url: url } }: { delivery: AlertDelivery }) {
  const { t } = useTranslation('alert-delivery')
  const [secret, setSecret] = useState<string>()
  return (
    <DeliveryCard icon={IconWebhook} title={t('webhook.title')} text={t('webhook.text')}>
      <AddressForm key={url} url={url} onSaved={setSecret} />
      {url !== null && (
        <div className={classes.actions}>
          <Remove url={url} />
          <TestButton channel="webhook" />
        </div>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </DeliveryCard>
  )
}
