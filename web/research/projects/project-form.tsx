import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import { type Research, type ResearchChange, ResearchInput } from '#shared/contract/places/research.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { plainTextOf } from '#shared/rules/formats/rich-text.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { refresh, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { isOvertaken } from '../../kit/forms/use-version.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { fieldOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { EmailChips } from '../../ui/forms/email-chips.tsx'
import { MeasurementsSelect } from '../../ui/forms/measurements-select.tsx'
import { CLIMATE, subjectOptions } from '../planning/subjects.ts'
import { PROJECT_READS, projectRead } from '../queries.ts'
import { lastDayBefore, placementPeriodOf } from '../quick-start/quick-start.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { projectScreen, projectsScreen } from '../screens.ts'
import { namedInShort } from './project-words.ts'
import classes from './projects.module.css'

const valuesOf = (project: Research | null, zone: string) => ({
  name: project?.name ?? '',
  start: fieldOf(project?.start ?? serverNow(), zone).slice(0, 10),
  end: project?.end ? lastDayBefore(fieldOf(project.end, zone)) : '',
  aim: project?.aim ?? '',
  purpose: project?.purpose ?? '',
  conclusion: project?.conclusion ?? '',
  institution: project?.institution ?? '',
  research_subject_id: String(project?.research_subject_id ?? CLIMATE),
  target_measurements: project?.target_measurements ?? [],
  people: project ? [...new Set([...project.people, ...project.offers.map(({ email }) => email)])] : [],
})

/** Period of days that were chosen. A day that nobody changed keeps its time: a project may begin within a day. */
const periodOf = (values: { start: string; end: string }, project: Research | null, zone: string) => {
  const chosen = placementPeriodOf(values, zone)
  if (!project) return chosen
  const before = valuesOf(project, zone)
  return {
    start: values.start === before.start ? project.start : chosen.start,
    end: values.end === before.end ? project.end : chosen.end,
  }
}

type Values = ReturnType<typeof valuesOf>

/** Fields that somebody else changed since the form was opened, as they are by now. */
function Theirs({ before, now, lists }: { before: Values; now: Values; lists: TaxonomyLists }) {
  const { t } = useTranslation('projects')
  const textOf = (key: keyof Values): string => {
    const value = now[key]
    if (key === 'target_measurements') return namedInShort(lists, now.target_measurements) || t('facts.all')
    if (key === 'research_subject_id')
      return subjectOptions(lists).find(one => one.value === value)?.label ?? now.research_subject_id
    if (Array.isArray(value)) return value.join(', ')
    return key === 'purpose' ? plainTextOf(now.purpose) : String(value)
  }
  const changed = FIELDS.filter(([key]) => String(before[key]) !== String(now[key]))
  return (
    <Note status="attention">
      {t('form.theirs')}
      {changed.map(([key, label]) => (
        <span key={key} style={{ display: 'block' }}>
          <QuantityName name={`${t(`form.${label}`)}: ${textOf(key) || '–'}`} />
        </span>
      ))}
    </Note>
  )
}

const FIELDS = [
  ['name', 'name'],
  ['start', 'start'],
  ['end', 'end'],
  ['aim', 'aim'],
  ['purpose', 'purpose'],
  ['institution', 'institution'],
  ['research_subject_id', 'subject'],
  ['target_measurements', 'measurements'],
  ['people', 'people'],
  ['conclusion', 'conclusion'],
] as const

/** Fields of a research project, for a new one where `project` is null. */
export function ProjectForm({ project }: { project: Research | null }) {
  const { t } = useTranslation(['projects', 'ui'])
  const { time_zone: zone } = useUser()
  const lists = useRead(LISTS)
  const client = useQueryClient()
  const go = useGo()
  // The project as it was read stays what is changed, also when it is read again meanwhile.
  const [read] = useState(project)
  const [theirs, setTheirs] = useState<Research>()
  const change = async (id: number, body: z.input<typeof ResearchChange>): Promise<Research> => {
    const version = (theirs ?? read)?.version
    try {
      return await ask(api.updateResearch, { params: { id }, body: { ...body, version } })
    } catch (thrown) {
      // Shown beside the form: who saves again has seen what goes.
      if (isOvertaken(thrown)) setTheirs(await client.fetchQuery({ ...projectRead(id), staleTime: 0 }))
      throw thrown
    }
  }
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ResearchInput,
    initialValues: valuesOf(read, zone),
    toBody: values => ({
      ...values,
      ...periodOf(values, read, zone),
      research_subject_id: Number(values.research_subject_id),
    }),
    send: async body => {
      const saved = read ? await change(read.id, body) : await ask(api.createResearch, { body })
      await refresh(client, PROJECT_READS)
      await go(linkTo(projectScreen, { params: { id: saved.id } }), { replace: true })
    },
  })
  const peopleError = Object.entries(form.errors).find(([field]) => field.startsWith('people'))?.[1]
  const back = project ? linkTo(projectScreen, { params: { id: project.id } }) : linkTo(projectsScreen)
  return (
    <form className={`bm-card ${classes.card} ${classes.form}`} onSubmit={onSubmit} noValidate>
      <TextInput size="md" required maxLength={255} label={t('form.name')} {...form.getInputProps('name')} />
      <div className={classes.pair}>
        <DateField label={t('form.start')} {...form.getInputProps('start')} />
        <DateField label={t('form.end')} optional min={form.values.start} {...form.getInputProps('end')} />
      </div>
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxLength={2500}
        label={t('form.aim')}
        description={t('form.aim_help')}
        {...form.getInputProps('aim')}
      />
      <RichTextField
        label={t('form.purpose')}
        help={t('form.purpose_help')}
        value={form.values.purpose}
        error={typeof form.errors.purpose === 'string' ? form.errors.purpose : undefined}
        onChange={purpose => form.setFieldValue('purpose', purpose)}
      />
      <div className={classes.pair}>
        <TextInput size="md" maxLength={255} label={t('form.institution')} {...form.getInputProps('institution')} />
        <Select
          size="md"
          searchable
          allowDeselect={false}
          label={t('form.subject')}
          data={subjectOptions(lists)}
          {...form.getInputProps('research_subject_id')}
        />
      </div>
      <MeasurementsSelect
        label={t('form.measurements')}
        description={t('form.measurements_help')}
        {...{ lists }}
        {...form.getInputProps('target_measurements')}
      />
      <EmailChips
        label={t('form.people')}
        help={t('form.people_help')}
        value={form.values.people}
        error={typeof peopleError === 'string' ? peopleError : undefined}
        onChange={people => form.setFieldValue('people', people)}
      />
      {project && (
        <Textarea
          size="md"
          autosize
          minRows={2}
          maxLength={2500}
          label={t('form.conclusion')}
          {...form.getInputProps('conclusion')}
        />
      )}
      {read && theirs && <Theirs before={valuesOf(read, zone)} now={valuesOf(theirs, zone)} lists={lists} />}
      {failure && !theirs && <Note status="act_now">{failure}</Note>}
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          {t(project ? 'form.save' : 'form.create')}
        </Button>
        <Button variant="default" component={ScreenLink} to={back}>
          {t('ui:cancel')}
        </Button>
      </div>
    </form>
  )
}
