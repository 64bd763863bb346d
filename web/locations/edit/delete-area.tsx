import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Area } from '#shared/contract/places/locations.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { PLACE_LISTS } from '../queries.ts'
import { homeScreen } from '../screens.ts'
import { Loss } from './delete-location.tsx'

/** Deletes an area; a toast brings it back for 8 seconds, the list of deleted ones for 30 days. */
export function DeleteArea({ area }: { area: Area }) {
  const { t } = useTranslation(['places', 'ui'])
  const go = useGo()
  const tellDeleted = useUndoToast(PLACE_LISTS)
  const [opened, dialog] = useDisclosure(false)
  const params = { id: area.id }
  const loss = useQuery({ ...queryOf(api.getAreaLoss, { params }), enabled: opened, staleTime: 0 })
  const remove = useApiMutation(api.deleteArea, { refresh: PLACE_LISTS })
  const tell = () => {
    tellDeleted(`deleted-area-${area.id}`, t('delete.area_done', { name: area.name }), () =>
      ask(api.restoreArea, { params }),
    )
    void go(linkTo(homeScreen), { ignoreBlocker: true })
  }
  return (
    <>
      <Button variant="outline" color="red" leftSection={<IconTrash size={18} stroke={1.9} />} onClick={dialog.open}>
        {t('ui:delete')}
      </Button>
      <Confirm
        opened={opened}
        title={t('delete.area_title', { name: area.name })}
        action={t('ui:delete')}
        busy={remove.isPending}
        failure={remove.error && (remove.error.message || t('delete.failed'))}
        onConfirm={() => remove.mutate({ params }, { onSuccess: tell })}
        onClose={dialog.close}
      >
        {loss.data && <Loss loss={loss.data} />}
        <p className="bm-muted">{t('delete.kept')}</p>
      </Confirm>
    </>
  )
}
