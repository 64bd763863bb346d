import { Select, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { SnapshotInput, SnapshotScope } from '#shared/contract/measurements/snapshots.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { LICENCES, licenceTextOf } from '#shared/rules/research/licences.ts'
import { EXPORT_STEPS } from '#shared/rules/science/averaging.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { keyOf, refresh, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { fieldOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { MeasurementsSelect } from '../../ui/forms/measurements-select.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { measurementNames } from '../projects/project-words.ts'
import classes from '../projects/projects.module.css'
import { lastDayBefore, placementPeriodOf } from '../quick-start/quick-start.ts'

const EVERY = 'every'
/** A preview is asked for so long (ms) after the last change. */
const DEBOUNCE_MS = 300

interface Values {
  title: string
  authors: string[]
  from: string
  until: string
  measurements: string[]
  step: string
  licence: string
  [field: string]: unknown
}

/** The call of what was filled in; days are those of the person. */
const bodyOf = ({ title, authors, from, until, measurements, step, licence }: Values, zone: string) => {
  const { start, end } = placementPeriodOf({ start: from, end: until }, zone)
  return {
    ...{ title, authors, licence, from: start, until: end ?? '' },
    ...(measurements.length > 0 ? { measurements } : {}),
    step_seconds: step === EVERY ? null : Number(step),
  }
}

/** Freezes the data of a project: of which days, which measurements, by whom and under which licence. */
export function FreezeDialog({ project, onClose }: { project: Research; onClose: () => void }) {
  const { t } = useTranslation('snapshots')
  const { time_zone: zone } = useUser()
  const lists = useRead(LISTS)
  const client = useQueryClient()
  const now = new Date(serverNow()).toISOString()
  const end = project.end !== null && project.end < now ? lastDayBefore(fieldOf(project.end, zone)) : fieldOf(now, zone)
  const values: Values = {
    title: project.name,
    authors: project.led_by ? [project.led_by.name] : [],
    from: fieldOf(project.start, zone).slice(0, 10),
    until: end.slice(0, 10),
    measurements: [],
    step: EVERY,
    licence: LICENCES[0],
  }
  const { form, failure, busy, onSubmit } = useContractForm({
    body: SnapshotInput,
    initialValues: values,
    toBody: given => bodyOf(given, zone),
    send: async body => {
      await ask(api.createSnapshot, { params: { id: project.id }, body })
      await refresh(client, [api.listSnapshots, api.listConsentReads])
      onClose()
    },
  })
  const authorsError = Object.entries(form.errors).find(([field]) => field.startsWith('authors'))?.[1]
  return (
    <FormDialog opened title={t('form.title')} action={t('form.action')} {...{ busy, failure, onSubmit, onClose }}>
      <p className="bm-muted">{t('form.text')}</p>
      <TextInput size="md" required maxLength={255} label={t('form.name')} {...form.getInputProps('title')} />
      <TagsInput
        size="md"
        required
        label={t('form.authors')}
        description={t('form.authors_help')}
        splitChars={[',', ';']}
        acceptValueOnBlur
        {...form.getInputProps('authors')}
        error={authorsError}
      />
      <p className="bm-small bm-muted">{t('form.names')}</p>
      <div className={classes.pair}>
        <DateField label={t('form.from')} {...form.getInputProps('from')} />
        <DateField label={t('form.until')} min={form.values.from} {...form.getInputProps('until')} />
      </div>
      <MeasurementsSelect
        label={t('form.measurements')}
        description={t('form.measurements_help')}
        {...{ lists }}
        {...form.getInputProps('measurements')}
      />
      <div className={classes.pair}>
        <Select
          size="md"
          allowDeselect={false}
          label={t('form.step')}
          data={[
            { value: EVERY, label: t('form.every') },
            ...EXPORT_STEPS.map(step => ({ value: String(step), label: t('step_mean', { minutes: step / 60 }) })),
          ]}
          {...form.getInputProps('step')}
        />
        <Select
          size="md"
          allowDeselect={false}
          label={t('form.licence')}
          data={LICENCES.map(value => {
            const text = licenceTextOf(value)
            return { value, label: text ? `${value}: ${text.name}` : t('licence.all_rights_reserved') }
          })}
          {...form.getInputProps('licence')}
        />
      </div>
      <Preview projectId={project.id} body={bodyOf(form.values, zone)} />
    </FormDialog>
  )
}

/** Size of the version that would be made. */
function Preview({ projectId, body }: { projectId: number; body: ReturnType<typeof bodyOf> }) {
  const { t } = useTranslation('snapshots')
  const lists = useRead(LISTS)
  const format = useFormat()
  const { title: _title, authors: _authors, licence: _licence, ...given } = body
  const [settled] = useDebouncedValue(JSON.stringify(given), DEBOUNCE_MS)
  const scope = SnapshotScope.safeParse(JSON.parse(settled)).data
  const { data, error, isFetching } = useQuery({
    queryKey: [...keyOf(api.previewSnapshot), projectId, settled],
    queryFn: () => (scope ? ask(api.previewSnapshot, { params: { id: projectId }, body: scope }) : null),
    enabled: scope !== undefined,
    placeholderData: before => before,
  })
  if (!scope || (!data && !error)) return null
  if (error) return <p className="bm-muted">{error.message}</p>
  if (!data) return null
  const { values, most_values, devices, locations, days, measurements } = data
  if (values === 0) return <Note status="attention">{t('preview.nothing')}</Note>
  const count = (number: number) => format.number(number, 0)
  return (
    <div aria-live="polite" aria-busy={isFetching}>
      <p>
        <b>{t('preview.title')}</b>{' '}
        {[
          t('preview.values', { count: values, values: count(values) }),
          t('devices', { count: devices }),
          t('locations', { count: locations }),
          t('days', { count: days }),
        ].join(', ')}
      </p>
      <p className="bm-small bm-muted">{measurementNames(lists, measurements).join(', ')}</p>
      {values > most_values && <Note status="act_now">{t('preview.too_much', { limit: count(most_values) })}</Note>}
    </div>
  )
}
