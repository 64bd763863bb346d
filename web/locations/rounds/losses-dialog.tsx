import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import type { Loss, Round } from '#shared/contract/places/rounds.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { failureOf, useContractForm } from '../../kit/forms/form.ts'
import { NumberField, numberIn } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { ROUND_READS } from './queries.ts'
import { useUndoToast } from './use-undo-toast.tsx'

const Body = z.object({ date: z.iso.date(), animals: z.int().min(1) })

/** Counts the animals found dead or culled, and takes a count back. */
export default function LossesDialog({ round, today, onClose }: { round: Round; today: string; onClose: () => void }) {
  const { t } = useTranslation(['rounds', 'ui'])
  const format = useFormat()
  const client = useQueryClient()
  const params = { id: round.id }
  const losses = useQuery({ ...queryOf(api.listLosses, { params }), staleTime: 0 })
  const tell = useUndoToast()
  const remove = useApiMutation(api.deleteLoss, { refresh: ROUND_READS })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Body,
    initialValues: { date: round.date_out !== null && round.date_out < today ? round.date_out : today, animals: '' },
    toBody: values => ({ date: values.date, animals: numberIn(values.animals) }),
    send: async body => {
      await ask(api.createLoss, { params, body })
      await refresh(client, ROUND_READS)
      onClose()
    },
  })
  const takeBack = ({ id, date, animals }: Loss) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          tell(`loss-${id}`, t('losses.deleted'), () => ask(api.createLoss, { params, body: { date, animals } })),
      },
    )
  return (
    <FormDialog opened title={t('losses.new')} action={t('ui:save')} {...{ busy, failure, onSubmit, onClose }}>
      <NumberField data-autofocus inputMode="numeric" label={t('losses.animals')} {...form.getInputProps('animals')} />
      <DateField label={t('losses.date')} {...form.getInputProps('date')} />
      {remove.error && <Note status="attention">{failureOf(remove.error, []).message}</Note>}
      {losses.data && losses.data.length > 0 && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label={t('losses.all')}>
          {losses.data.map(loss => (
            <li key={loss.id} className="bm-row">
              <span className="bm-grow bm-num">
                {loss.date} · {format.number(loss.animals)}
              </span>
              <ActionIcon
                size={48}
                variant="subtle"
                color="red"
                disabled={remove.isPending}
                aria-label={t('losses.delete', { date: loss.date, animals: loss.animals })}
                onClick={() => takeBack(loss)}
              >
                <IconTrash size={20} stroke={1.9} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
