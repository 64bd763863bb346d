import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContactPoint } from '#shared/contract/alerts/contact-points.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'

/** Sends a test to a contact point and says what came of it. */
export function ContactPointTest({ point: { id, name } }: { point: ContactPoint }) {
  const { t } = useTranslation(['contact-points', 'alert-delivery', 'form'])
  const { data, error, isPending, mutate } = useApiMutation(api.testContactPoint, { refresh: [api.getAlertDelivery] })
  return (
    <>
      <Button
        variant="default"
        aria-label={t('test_named', { name })}
        leftSection={<IconSend size={18} stroke={1.9} />}
        loading={isPending}
        onClick={() => mutate({ params: { id } })}
      >
        {t('alert-delivery:test.send')}
      </Button>
      {error && !isPending && <Note status="act_now">{error.message || t('form:no_answer')}</Note>}
      {data && !isPending && (
        <Note status={data.state === 'sent' ? 'good' : 'act_now'}>
          {data.state === 'sent' ? t('test.sent') : t('test.failed', { error: data.error })}
        </Note>
      )}
    </>
  )
}
