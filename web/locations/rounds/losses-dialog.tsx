import { ActionIcon, Button } from '@mantine/core'
import { IconFileImport, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import type { Loss, Round } from '#shared/contract/places/rounds.ts'
import { ROUND_COUNTS, type RoundCount } from '#shared/rules/locations/rounds.ts'
import { inspectionScreen } from '../../diary/screens.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { failureOf, useContractForm } from '../../kit/forms/form.ts'
import { NumberField, numberIn } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { ROUND_READS } from './queries.ts'

/** Kind that is counted most often. */
const FIRST_KIND: RoundCount = 'lost'
const Body = z.object({ date: z.iso.date(), kind: z.enum(ROUND_COUNTS), animals: z.int().min(1) })

interface Props {
  round: Round
  today: string
  onImport: () => void
  onClose: () => void
}

/** Counts animals that were lost, taken out early or put in later, and takes a count back. */
export default function LossesDialog({ round, today, onImport, onClose }: Props) {
  const { t } = useTranslation(['rounds', 'ui'])
  const format = useFormat()
  const client = useQueryClient()
  const params = { id: round.id }
  const losses = useQuery({ ...queryOf(api.listLosses, { params }), staleTime: 0 })
  const tell = useUndoToast(ROUND_READS)
  const remove = useApiMutation(api.deleteLoss, { refresh: ROUND_READS })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Body,
    initialValues: {
      kind: FIRST_KIND,
      date: round.date_out !== null && round.date_out < today ? round.date_out : today,
      animals: '',
    },
    toBody: values => ({ date: values.date, kind: values.kind, animals: numberIn(values.animals) }),
    send: async body => {
      await ask(api.createLoss, { params, body })
      await refresh(client, ROUND_READS)
      onClose()
    },
  })
  const takeBack = ({ id, date, kind, animals, inspection_id }: Loss) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          tell(`loss-${id}`, t('losses.deleted'), () =>
            ask(api.createLoss, { params, body: { date, kind, animals, inspection_id } }),
          ),
      },
    )
  return (
    <FormDialog opened title={t('losses.new')} action={t('ui:save')} {...{ busy, failure, onSubmit, onClose }}>
      <Segments
        aria-label={t('losses.kind_label')}
        value={form.values.kind}
        onChange={kind => form.setFieldValue('kind', kind)}
        data={ROUND_COUNTS.map(value => ({ value, label: t(`losses.kind.${value}`) }))}
      />
      <NumberField data-autofocus inputMode="numeric" label={t('losses.animals')} {...form.getInputProps('animals')} />
      <DateField label={t('losses.date')} {...form.getInputProps('date')} />
      <div>
        <Button variant="default" leftSection={<IconFileImport size={20} stroke={1.8} />} onClick={onImport}>
          {t('losses.import.open')}
        </Button>
      </div>
      {remove.error && <Note status="attention">{failureOf(remove.error, []).message}</Note>}
      {losses.data && losses.data.length > 0 && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label={t('losses.all')}>
          {losses.data.map(loss => (
            <li key={loss.id} className="bm-row">
              <span className="bm-grow bm-num">
                {shownDate(loss.date)} · {format.number(loss.animals)} {t(`losses.counted.${loss.kind}`)}
                {loss.inspection_id !== null && (
                  <>
                    {' · '}
                    <ScreenLink
                      className="bm-link"
                      to={linkTo(inspectionScreen, { params: { id: loss.inspection_id } })}
                    >
                      {t('losses.from_diary')}
                    </ScreenLink>
                  </>
                )}
              </span>
              <ActionIcon
                size={48}
                variant="subtle"
                color="red"
                disabled={remove.isPending}
                aria-label={t('losses.delete', { date: shownDate(loss.date), animals: loss.animals })}
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
