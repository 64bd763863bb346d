import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { codeSentAt, countDown, RESEND_AFTER, rememberCodeSent } from './code-sent.ts'

interface Props {
  email: string
  /** The code has ended, so nobody has to wait for another one. */
  atOnce: boolean
  onSent: () => void
}

/** Sends another code, once the one before should have arrived. */
export function ResendCode({ email, atOnce, onSent }: Props) {
  const { t } = useTranslation('users')
  const now = useNow(1000)
  const [sentAt, setSentAt] = useState(() => codeSentAt(email))
  const resend = useApiMutation(api.requestPasswordCode)
  const left = atOnce ? 0 : Math.min(RESEND_AFTER, sentAt + RESEND_AFTER - now)
  const send = () =>
    resend.mutate(
      { body: { email } },
      {
        onSuccess: () => {
          setSentAt(rememberCodeSent(email))
          onSent()
        },
      },
    )
  return (
    <>
      {resend.isSuccess && !atOnce && <Note status="good">{t('recovery.resent')}</Note>}
      {resend.isError && <Note status="act_now">{resend.error.message || t('recovery.resend_failed')}</Note>}
      <Button
        variant="default"
        fullWidth
        disabled={left > 0}
        loading={resend.isPending}
        leftSection={<IconRefresh size={19} stroke={2} />}
        onClick={send}
      >
        {left > 0 ? t('recovery.resend_in', { time: countDown(left) }) : t('recovery.resend')}
      </Button>
    </>
  )
}
