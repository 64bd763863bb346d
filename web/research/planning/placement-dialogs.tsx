import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { Continuation, type LocationResearch, LocationResearchChange } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh, useApiMutation } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { fieldOf, instantOf, nowIn } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { SpanFields } from '../../ui/forms/span-fields.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { PLANNING_READS, type Planning, useAvailability } from '../queries.ts'
import { Verdict } from './availability.tsx'
import { subjectOptions } from './subjects.ts'

export type PlacementTask = 'change' | 'continue' | 'end' | 'delete'

interface Props {
  one: LocationResearch
  read: Planning
  onClose: () => void
}

function ChangeDialog({ one, read, onClose }: Props) {
  const { t } = useTranslation(['research', 'ui'])
  const client = useQueryClient()
  const zone = one.time_zone
  const momentsOf = ({ start, end }: { start: string; end: string }) => ({
    start: instantOf(start, zone),
    end: end === '' ? null : instantOf(end, zone),
  })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: LocationResearchChange,
    initialValues: {
      start: fieldOf(one.start, zone),
      end: one.end ? fieldOf(one.end, zone) : '',
      research_id: projectOf(one),
      research_subject_id: String(one.research_subject_id),
    },
    toBody: values => ({
      ...momentsOf(values),
      research_subject_id: Number(values.research_subject_id),
      // A project that was not chosen here stays: an owner may say yes to one meanwhile.
      ...(values.research_id === projectOf(one)
        ? {}
        : { research_id: values.research_id === '' ? null : Number(values.research_id) }),
    }),
    send: async body => {
      await ask(api.updateLocationResearch, { params: { id: one.id }, body })
      await refresh(client, PLANNING_READS)
      onClose()
    },
  })
  const wanted = momentsOf(form.values)
  const { data } = useAvailability(wanted, one.id)
  const available = data?.find(({ device_id }) => device_id === one.device_id)
  const projects = read.research.filter(({ id, may }) => may.includes('edit') || id === one.research_id)
  return (
    <FormDialog
      opened
      title={t('change_title', { name: one.device_name })}
      action={t('ui:save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <SpanFields
        labels={{ start: t('start'), end: t('end') }}
        zone={zone}
        start={form.getInputProps('start')}
        end={form.getInputProps('end')}
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('subject')}
        data={subjectOptions(read.lists)}
        {...form.getInputProps('research_subject_id')}
      />
      {projects.length > 0 && (
        <Select
          size="md"
          label={t('project')}
          data={[
            { value: '', label: t('alone_one') },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('research_id')}
        />
      )}
      {available && (
        <Verdict
          device={available}
          zone={zone}
          onTake={({ start, end }) =>
            form.setValues({ start: fieldOf(start, zone), end: end === null ? '' : fieldOf(end, zone) })
          }
        />
      )}
    </FormDialog>
  )
}

function ContinueDialog({ one, read, onClose }: Props) {
  const { t } = useTranslation('research')
  const client = useQueryClient()
  const zone = one.time_zone
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Continuation,
    initialValues: { at: nowIn(zone), device_id: String(one.device_id), area_id: String(one.area_id) },
    toBody: ({ at, device_id, area_id }) => ({
      at: instantOf(at, zone),
      ...(Number(device_id) === one.device_id ? {} : { device_id: Number(device_id) }),
      ...(Number(area_id) === one.area_id ? {} : { area_id: Number(area_id) }),
    }),
    send: async body => {
      await ask(api.continueLocationResearch, { params: { id: one.id }, body })
      await refresh(client, PLANNING_READS)
      onClose()
    },
  })
  const devices = read.devices.filter(({ id, may }) => may.includes('place') || id === one.device_id)
  const areas = read.locations.find(({ id }) => id === one.location_id)?.areas ?? []
  return (
    <FormDialog opened title={t('continue_title')} action={t('go_on')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('continue_text')}</p>
      <DateTimeField zone={zone} label={t('at')} description={zone} {...form.getInputProps('at')} />
      <Select
        size="md"
        searchable
        allowDeselect={false}
        label={t('device')}
        data={devices.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('device_id')}
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('area')}
        data={areas.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('area_id')}
      />
    </FormDialog>
  )
}

/** Project of a placement as the field has it. */
const projectOf = ({ research_id }: Props['one']): string => (research_id === null ? '' : String(research_id))

function EndDialog({ one, onClose }: Props) {
  const { t } = useTranslation(['research', 'form'])
  const end = useApiMutation(api.updateLocationResearch, { refresh: PLANNING_READS })
  const body = () => ({
    start: one.start,
    end: new Date(serverNow()).toISOString(),
  })
  return (
    <Confirm
      opened
      title={t('end_title', { name: one.device_name, area: one.area_name })}
      action={t('end_now')}
      busy={end.isPending}
      failure={end.error && (end.error.message || t('form:no_answer'))}
      onConfirm={() => end.mutate({ params: { id: one.id }, body: body() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('end_text')}</p>
    </Confirm>
  )
}

function DeleteDialog({ one, onClose }: Props) {
  const { t } = useTranslation(['research', 'form'])
  const remove = useApiMutation(api.deleteLocationResearch, { refresh: PLANNING_READS })
  return (
    <Confirm
      opened
      title={t('cancel_title', { name: one.device_name, area: one.area_name })}
      action={t('cancel_plan')}
      busy={remove.isPending}
      failure={remove.error && (remove.error.message || t('form:no_answer'))}
      onConfirm={() => remove.mutate({ params: { id: one.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('cancel_text')}</p>
    </Confirm>
  )
}

const DIALOGS = { change: ChangeDialog, continue: ContinueDialog, end: EndDialog, delete: DeleteDialog }

/** The dialog for what somebody chose to do with a placement. */
export function PlacementDialogs({ task, ...props }: Props & { task: PlacementTask }) {
  const Dialog = DIALOGS[task]
  return <Dialog {...props} />
}
