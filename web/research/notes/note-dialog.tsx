import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { type ResearchNote, ResearchNoteInput } from '#shared/contract/places/research-notes.ts'
import { NOTE_KINDS } from '#shared/rules/research/note-kinds.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useVersion } from '../../kit/forms/use-version.ts'
import { fieldOf, instantOf, nowIn } from '../../kit/time/instant.ts'
import { SpanFields } from '../../ui/forms/span-fields.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { useDates } from '../projects/project-words.ts'
import { NOTE_READS, researchNotesRead } from '../queries.ts'

interface Props {
  project: Research
  /** The note to change; none for a new one. */
  note: ResearchNote | null
  onClose: () => void
}

/** A note of a project: what was done, and when. */
export function NoteDialog({ project, note, onClose }: Props) {
  const { t } = useTranslation('projects')
  const { zone } = useDates()
  const client = useQueryClient()
  const overVersion = useVersion(note, async () => {
    const read = { ...researchNotesRead(project.id), staleTime: 0 }
    return (await client.fetchQuery(read)).find(({ id }) => id === note?.id)
  })
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ResearchNoteInput,
    initialValues: {
      kind: note?.kind ?? 'treatment',
      title: note?.title ?? '',
      text: note?.text ?? '',
      start: note ? fieldOf(note.start, zone) : nowIn(zone),
      end: note?.end ? fieldOf(note.end, zone) : '',
    },
    toBody: values => ({
      ...values,
      start: instantOf(values.start, zone),
      end: values.end === '' ? null : instantOf(values.end, zone),
    }),
    send: async body => {
      await (note
        ? overVersion(version => ask(api.updateResearchNote, { params: { id: note.id }, body: { ...body, version } }))
        : ask(api.createResearchNote, { params: { id: project.id }, body }))
      await refresh(client, NOTE_READS)
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t(note ? 'notes.edit' : 'notes.new')}
      action={t('notes.save')}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <Select
        size="md"
        allowDeselect={false}
        label={t('notes.kind')}
        data={NOTE_KINDS.map(value => ({ value, label: t(`notes.kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        size="md"
        required
        maxLength={255}
        data-autofocus
        label={t('notes.name')}
        {...form.getInputProps('title')}
      />
      <SpanFields
        labels={{ start: t('notes.start'), end: t('notes.end') }}
        zone={zone}
        start={form.getInputProps('start')}
        end={form.getInputProps('end')}
      />
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxLength={2500}
        label={t('notes.text_label')}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
