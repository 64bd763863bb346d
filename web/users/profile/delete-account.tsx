import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserEnd } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { outboxScreen } from '../../diary/screens.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, useRead } from '../../kit/api/query.ts'
import { endSession } from '../../kit/api/session.ts'
import { readUnsent, type Unsent } from '../../kit/api/unsent.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { AccountLossLists } from '../account-loss.tsx'
import { useOpened } from '../reauthentication/opened.ts'
import { OwnPasswordField, Reauthenticated, useOwnPassword } from '../reauthentication/reauthenticated.tsx'
import { signInScreen } from '../screens.ts'
import classes from './profile.module.css'

const useDeleteForm = () => {
  const go = useGo()
  return useContractForm({
    body: UserEnd,
    initialValues: { password: useOwnPassword() },
    toBody: values => values,
    send: async body => {
      await ask(api.deleteUser, { body })
      endSession('deleted')
      await go(linkTo(signInScreen, { search: { msg: 'account_deleted' } }), { replace: true })
    },
  })
}

function OwnLoss() {
  return <AccountLossLists loss={useRead({ ...queryOf(api.getOwnLoss, {}), staleTime: 0 })} />
}

/** Inspections of this device that nobody else has: they cannot be sent once the account is gone. */
export function UnsentHere() {
  const { t } = useTranslation('users')
  const [{ waiting, begun }, setUnsent] = useState<Unsent>({ waiting: 0, begun: 0 })
  useEffect(() => void readUnsent().then(setUnsent, reportError), [])
  if (waiting + begun === 0) return null
  return (
    <Note status="attention">
      {waiting > 0 && <p>{t('delete_account.unsent', { count: waiting })}</p>}
      {begun > 0 && <p>{t('delete_account.begun', { count: begun })}</p>}
      <ScreenLink to={linkTo(outboxScreen)} className="bm-link">
        {t('delete_account.to_outbox')}
      </ScreenLink>
    </Note>
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
      <ReadBoundary waiting={<PartLoading />}>
        <OwnLoss />
      </ReadBoundary>
      <UnsentHere />
      <OwnPasswordField label={t('delete_account.password')} {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export function DeleteAccount() {
  const { t } = useTranslation('users')
  const [isOpen, setOpen] = useOpened('delete')
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="outline"
        color="red"
        fullWidth
        className={classes.delete}
        leftSection={<IconTrash size={20} stroke={1.9} />}
        onClick={() => setOpen(true)}
      >
        {t('delete_account.action')}
      </Button>
      {isOpen && (
        <Reauthenticated opened="delete" onClose={close}>
          <DeleteDialog onClose={close} />
        </Reauthenticated>
      )}
    </>
  )
}
