import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UserEnd } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf } from '../../kit/api/query.ts'
import { endSession } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { signInScreen } from '../screens.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useOwnLocations } from './own-locations.ts'
import classes from './profile.module.css'

const useDeleteForm = () => {
  const go = useGo()
  return useContractForm({
    body: UserEnd,
    initialValues: { password: '' },
    toBody: values => values,
    send: async body => {
      await ask(api.deleteUser, { body })
      endSession()
      await go(linkTo(signInScreen, { search: { msg: 'account_deleted' } }), { replace: true })
    },
  })
}

/** Farms and devices somebody gives up besides the account itself. */
function AccessLost() {
  const { t } = useTranslation('users')
  const locations = useOwnLocations()?.length ?? 0
  const rentals = useQuery(queryOf(api.listRentals, {}))
  const devices = new Set(rentals.data?.map(({ device_id }) => device_id)).size
  const loss = useQuery({ ...queryOf(api.getOwnLoss, {}), staleTime: 0 })
  const { groups_passed = 0, groups_dissolved = 0 } = loss.data ?? {}
  const lost = [
    locations > 0 && t('delete_account.locations', { count: locations }),
    devices > 0 && t('delete_account.devices', { count: devices }),
  ].filter(part => part !== false)
  const groups = [
    groups_passed > 0 && t('delete_account.groups_passed', { count: groups_passed }),
    groups_dissolved > 0 && t('delete_account.groups_dissolved', { count: groups_dissolved }),
  ].filter(part => part !== false)
  return (
    <>
      {groups.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {lost.length > 0 && (
        <>
          <p>{t('delete_account.access_lost', { what: new Intl.ListFormat(currentLanguage()).format(lost) })}</p>
          <p className="bm-muted">{t('delete_account.kept')}</p>
        </>
      )}
    </>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const { form, failure, busy, onSubmit } = useDeleteForm()
  return (
    <FormDialog
      opened
      danger
      title={t('delete_account.title')}
      action={t('delete_account.confirm')}
      keep={t('delete_account.keep')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p>{t('delete_account.lost')}</p>
      <AccessLost />
      <PasswordField
        autoComplete="current-password"
        label={t('delete_account.password')}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

export function DeleteAccount() {
  const { t } = useTranslation('users')
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button
        variant="outline"
        color="red"
        fullWidth
        className={classes.delete}
        leftSection={<IconTrash size={20} stroke={1.9} />}
        onClick={dialog.open}
      >
        {t('delete_account.action')}
      </Button>
      {opened && <DeleteDialog onClose={dialog.close} />}
    </>
  )
}
