import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Location, PlaceLoss } from '#shared/contract/places/locations.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { PLACE_LISTS } from '../queries.ts'
import { deletedPlacesScreen } from '../screens.ts'

export function Loss({ loss }: { loss: PlaceLoss }) {
  const { t } = useTranslation('places')
  return (
    <>
      <p>
        {t('delete.lost', {
          areas: t('delete.areas', { count: loss.areas }),
          placements: t('delete.placements', { count: loss.placements }),
        })}
      </p>
      {loss.devices > 0 && <p>{t('delete.devices', { count: loss.devices })}</p>}
      <p className="bm-muted">{t('delete.back', { count: loss.bring_back_days })}</p>
    </>
  )
}

/** Deletes a location once its name is typed; says before what goes with it, and for how long it can be brought back. */
export function DeleteLocation({ location }: { location: Location }) {
  const { t } = useTranslation(['places', 'ui'])
  const go = useGo()
  const [opened, dialog] = useDisclosure(false)
  const [name, setName] = useState('')
  const params = { id: location.id }
  const loss = useQuery({ ...queryOf(api.getLocationLoss, { params }), enabled: opened, staleTime: 0 })
  const remove = useApiMutation(api.deleteLocation, { refresh: PLACE_LISTS })
  const [wrong, setWrong] = useState(false)
  const confirm = () => {
    if (name.trim() !== location.name.trim()) return setWrong(true)
    remove.mutate({ params }, { onSuccess: () => void go(linkTo(deletedPlacesScreen), { ignoreBlocker: true }) })
  }
  return (
    <>
      <Button variant="outline" color="red" leftSection={<IconTrash size={18} stroke={1.9} />} onClick={dialog.open}>
        {t('ui:delete')}
      </Button>
      <FormDialog
        opened={opened}
        title={t('delete.title', { name: location.name })}
        action={t('ui:delete')}
        keep={t('ui:keep')}
        danger
        busy={remove.isPending}
        failure={remove.error && (remove.error.message || t('delete.failed'))}
        onClose={dialog.close}
        onSubmit={event => {
          event.preventDefault()
          confirm()
        }}
      >
        {loss.data && <Loss loss={loss.data} />}
        <p className="bm-muted">{t('delete.kept')}</p>
        <TextInput
          size="md"
          autoComplete="off"
          label={t('delete.type_name', { name: location.name })}
          value={name}
          error={wrong && t('delete.name_wrong')}
          onChange={event => {
            setWrong(false)
            setName(event.target.value)
          }}
        />
      </FormDialog>
    </>
  )
}
