import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { AreaNoteInput, MAX_AREA_NOTE } from '#shared/contract/diary/area-notes.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { newId } from '../../kit/browser/new-id.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { SpanFields } from '../../ui/forms/span-fields.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { NoteTask } from './write-notes.tsx'

interface Props {
  task: NoteTask
  zone: string
  onClose: () => void
}

/** A note of an area: what was done or seen, and when. */
export default function NoteDialog({ task, zone, onClose }: Props) {
  const { t } = useTranslation('measurements')
  const client = useQueryClient()
  const note = 'note' in task ? task.note : null
  const at = 'at' in task ? Math.floor(task.at / MINUTE_MS) * MINUTE_MS : 0
  const [clientId] = useState(newId)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: AreaNoteInput,
    initialValues: {
      text: note?.text ?? '',
      start: fieldOf(note?.start ?? at, zone),
      end: note?.end ? fieldOf(note.end, zone) : '',
    },
    toBody: values => ({
      text: values.text,
      start: instantOf(values.start, zone),
      end: values.end === '' ? null : instantOf(values.end, zone),
    }),
    send: async body => {
      if ('note' in task) await ask(api.updateAreaNote, { params: { id: task.note.id }, body })
      else {
        const start = Date.parse(body.start)
        // Times of the form are whole minutes: the device may have come within one.
        const id = task.areaAt(start) ?? task.areaAt(start + MINUTE_MS - 1)
        if (id === null) throw new CallFailed(422, { errors: { start: [t('area_notes.not_there')] } })
        await ask(api.createAreaNote, { params: { id }, body: { ...body, client_id: clientId } })
      }
      await refresh(client, [api.listAreaNotes])
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t(note ? 'area_notes.edit' : 'area_notes.new')}
      action={t('area_notes.save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <Textarea
        size="md"
        required
        autosize
        minRows={2}
        maxLength={MAX_AREA_NOTE}
        data-autofocus
        label={t('area_notes.text')}
        description={t('area_notes.seen_by')}
        {...form.getInputProps('text')}
      />
      <SpanFields
        labels={{ start: t('area_notes.start'), end: t('area_notes.end') }}
        zone={zone}
        start={form.getInputProps('start')}
        end={form.getInputProps('end')}
      />
    </FormDialog>
  )
}
