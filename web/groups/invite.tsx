import { Button, Select, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Group, INVITATION_DAYS, InvitationInput } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { rolesInvitedBy } from '#shared/rules/groups/roles.ts'
import { ask } from '../kit/api/api.ts'
import { refresh } from '../kit/api/query.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { Note } from '../ui/feedback/note.tsx'
import classes from './groups.module.css'
import { PEOPLE_READS } from './queries.ts'

/** Form that invites an address to a group. */
export function Invite({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const client = useQueryClient()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: InvitationInput,
    initialValues: { email: '', role: 'member' },
    toBody: values => values,
    send: async body => {
      await ask(api.inviteToGroup, { params: { id: group.id }, body })
      await refresh(client, PEOPLE_READS)
      setSentTo(body.email)
      form.setFieldValue('email', '')
    },
  })
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('invite.title')}</h2>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          size="md"
          type="email"
          autoComplete="off"
          label={t('invite.email')}
          {...form.getInputProps('email')}
        />
        <Select
          size="md"
          allowDeselect={false}
          label={t('invite.role')}
          data={rolesInvitedBy(group.role).map(value => ({ value, label: t(`role.${value}`) }))}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={busy} leftSection={<IconSend size={18} stroke={1.9} />}>
          {t('invite.action')}
        </Button>
      </form>
      <p className="bm-small bm-muted">{t('invite.help', { days: INVITATION_DAYS })}</p>
      {failure && <Note status="act_now">{failure}</Note>}
      {sentTo && !failure && <Note status="good">{t('invite.sent', { email: sentTo })}</Note>}
    </section>
  )
}
