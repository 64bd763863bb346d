import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type FloorPlan, FloorPlanInput } from '#shared/contract/places/floor-plans.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

export default function RenameDialog({ plan, onClose }: { plan: FloorPlan; onClose: () => void }) {
  const { t } = useTranslation('floor-plans')
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: FloorPlanInput,
    initialValues: { name: plan.name },
    toBody: ({ name }) => ({ name }),
    send: async body => {
      await ask(api.updateFloorPlan, { params: { id: plan.id }, body })
      await refresh(client, [api.listFloorPlans])
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('rename')} action={t('save')} {...{ busy, failure, onSubmit, onClose }}>
      <TextInput
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={255}
        label={t('dialog.name')}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
