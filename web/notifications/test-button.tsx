import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AlertTestAnswer } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { Note } from '../ui/feedback/note.tsx'

const STATUS = { sent: 'good', waiting: 'pending', failed: 'act_now' } as const

/** Sends a test on one channel and says what came of it. */
export function TestButton({ channel }: { channel: AlertTestAnswer['channel'] }) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const attempt = useApiMutation(api.testAlertDelivery, { refresh: [api.getAlertDelivery] })
  const keys = { email: 'test.mail_sent', push: 'test.push_sent', webhook: 'test.webhook_sent' } as const
  const { data, error } = attempt
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={18} stroke={1.9} />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate({ body: { channel } })}
      >
        {t('test.send')}
      </Button>
      {error && <Note status="act_now">{error.message || t('form:no_answer')}</Note>}
      {data && !attempt.isPending && (
        <Note status={STATUS[data.state]}>
          {data.state === 'sent' ? t(keys[channel]) : t(`test.${data.state}`, { error: data.error })}
        </Note>
      )}
    </>
  )
}
