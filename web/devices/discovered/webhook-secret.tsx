import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { ShownSecret } from '../../ui/data-display/shown-secret.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../list/devices.module.css'

/** Secret that a LoRaWAN network server proves itself with, for all devices of this account. */
export function WebhookSecret({ onMade }: { onMade?: (secret: string) => void }) {
  const { t } = useTranslation(['devices', 'ui'])
  const format = useFormat()
  const now = useNow()
  const [secret, setSecret] = useState<string>()
  const { data } = useQuery(queryOf(api.getWebhookSecret, {}))
  const make = useApiMutation(api.createWebhookSecret, { refresh: [api.getWebhookSecret] })
  const end = useApiMutation(api.deleteWebhookSecret, { refresh: [api.getWebhookSecret] })
  const failed = make.error ?? end.error
  if (!data) return null
  const known = data.webhook_secret
  return (
    <section className={classes.keys}>
      <h3>{t('webhook.title')}</h3>
      <p className="bm-muted">{t('webhook.text', { header: 'X-Webhook-Secret' })}</p>
      {secret && <ShownSecret name="webhook-secret" secret={secret} once={t('webhook.once')} />}
      {known && (
        <ul>
          <li>
            <b className="bm-mono">…{known.tail}</b>
            <span className="bm-muted">{t('key.made', { date: shownDate(known.created_at.slice(0, 10)) })}</span>
            <span className={classes.used}>
              <StatusShape status={known.last_used_at ? 'good' : 'pending'} size={16} />
              {known.last_used_at ? t('key.used', { age: format.age(known.last_used_at, now) }) : t('key.unused')}
            </span>
            <button
              type="button"
              className="bm-link"
              disabled={end.isPending}
              onClick={() => end.mutate({}, { onSuccess: () => setSecret(undefined) })}
            >
              {t('key.end')}
              <span className="bm-hidden">…{known.tail}</span>
            </button>
          </li>
        </ul>
      )}
      {failed && <Note status="act_now">{failed.message || t('key.failed')}</Note>}
      <Button
        variant="default"
        loading={make.isPending}
        onClick={() =>
          make.mutate(
            {},
            {
              onSuccess: made => {
                setSecret(made.secret)
                onMade?.(made.secret)
              },
            },
          )
        }
      >
        {t(known ? 'webhook.replace' : 'webhook.make')}
      </Button>
    </section>
  )
}
