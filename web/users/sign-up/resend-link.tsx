import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'

export function ResendLink({ email }: { email: string }) {
  const { t } = useTranslation('users')
  const resend = useApiMutation(api.resendVerification)
  if (resend.isSuccess) return <Note status="good">{t('resend.done', { email })}</Note>
  return (
    <>
      {resend.isError && <Note status="act_now">{resend.error.message || t('resend.failed')}</Note>}
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
        {t('resend.action')}
      </Button>
    </>
  )
}
