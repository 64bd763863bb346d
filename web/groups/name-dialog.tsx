import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Group, GroupInput } from '#shared/contract/accounts/groups.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { refresh } from '../kit/api/query.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { linkTo } from '../kit/routing/address.ts'
import { useGo } from '../kit/routing/link.tsx'
import { FormDialog } from '../ui/overlays/form-dialog.tsx'
import { groupScreen } from './screens.ts'

/** Asks for the name of a new group, or another one of `group`. */
export function GroupNameDialog({ group, onClose }: { group?: Group; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const go = useGo()
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: GroupInput,
    initialValues: { name: group?.name ?? '' },
    toBody: values => values,
    send: async body => {
      const { id } = group
        ? await ask(api.renameGroup, { params: { id: group.id }, body })
        : await ask(api.createGroup, { body })
      await refresh(client, [api.listGroups, api.listLocations])
      onClose()
      if (!group) await go(linkTo(groupScreen, { params: { id } }))
    },
  })
  return (
    <FormDialog
      opened
      title={t(group ? 'rename.title' : 'create.title')}
      action={t(group ? 'rename.action' : 'create.action')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <TextInput size="md" autoComplete="off" data-autofocus label={t('name')} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
