import { Button, MultiSelect, NativeSelect, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCheck, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { type ReportSchedule, ScheduleInput } from '#shared/contract/measurements/report-schedules.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { weekdaysFrom } from '#shared/rules/formats/formats.ts'
import {
  fittingRows,
  LONGEST_PERIOD,
  MAX_REPORT_AREAS,
  REPORT_FREQUENCIES,
  REPORT_SOURCES,
  type ReportRows,
  rowsThatFit,
} from '#shared/rules/reports/report-states.ts'
import { EMITTED } from '#shared/rules/science/emission-chain.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, refresh, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useVersion } from '../../kit/forms/use-version.ts'
import { useFormat } from '../../kit/language/format.ts'
import { OWN_NAME } from '../../kit/language/language.ts'
import { dayIn, momentIn, shownClock, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { WithDates } from '../../ui/data-display/with-dates.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { EmailChips } from '../../ui/forms/email-chips.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { type ReportArea, type ReportDevice, useReportAreas, useReportDevices, useReportProjects } from '../queries.ts'
import { reportsScreen, schedulesScreen } from '../screens.ts'
import { areasAbout } from './areas-about.ts'
import { LastRun } from './last-run.tsx'
import { Preview, type PreviewBody } from './preview.tsx'
import { SCHEDULES } from './queries.ts'
import classes from './schedules.module.css'
import { useScheduleWords } from './words.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

const valuesOf = (
  schedule: ReportSchedule | null,
  { areas, devices }: { areas: readonly ReportArea[]; devices: readonly { id: number }[] },
  user: { email: string; time_zone: string },
  language: Language,
) => ({
  name: schedule?.name ?? '',
  source: schedule?.source ?? ('Data' as const),
  gas: schedule?.gas ?? ('nh3' as const),
  subject: subjectIn(schedule, areas.length > 0),
  area_ids: (schedule?.area_ids ?? [])
    .filter(id => [...areas, ...namedIn(schedule, 'area_ids')].some(one => one.id === id))
    .map(String),
  device_ids: (schedule?.device_ids ?? [])
    .filter(id => [...devices, ...namedIn(schedule, 'device_ids')].some(one => one.id === id))
    .map(String),
  research_id: schedule?.research_id?.toString() ?? '',
  measurements: schedule?.measurements ?? [],
  frequency: schedule?.frequency ?? ('week' as const),
  weekday: String(schedule?.weekday ?? 1),
  relative: schedule?.relative ?? false,
  interval: schedule?.interval ?? ('day' as ReportRows),
  csv: schedule?.csv ?? false,
  language: schedule?.language ?? language,
  timezone: schedule?.timezone ?? user.time_zone,
  recipients: schedule?.recipients ?? [user.email],
  active: schedule?.active ?? true,
})
type Values = ReturnType<typeof valuesOf>

/** Step of the table: a row for each hour is for periods that it can be printed about. */
const rowsOf = ({ interval, frequency, ...about }: Values, devices: readonly ReportDevice[]): ReportRows =>
  fittingRows(interval, LONGEST_PERIOD[frequency], areasAbout(about, devices))

const bodyOf = (
  { subject, area_ids, device_ids, research_id, ...values }: Values,
  devices: readonly ReportDevice[],
) => ({
  ...values,
  area_ids: subject === 'areas' ? area_ids.map(Number) : [],
  device_ids: subject === 'devices' ? device_ids.map(Number) : [],
  ...(subject === 'research' ? { research_id: research_id === '' ? null : Number(research_id) } : {}),
  weekday: Number(values.weekday),
  interval: rowsOf({ subject, area_ids, device_ids, research_id, ...values }, devices),
})

/** Fields that a report is made by; null while they are about nothing. */
const previewOf = (values: Values, devices: readonly ReportDevice[]): PreviewBody | null => {
  const { source, gas, frequency, relative, language, timezone, ...rest } = values
  const { area_ids, device_ids, research_id = null, weekday, interval, measurements } = bodyOf(values, devices)
  if (area_ids.length + device_ids.length === 0 && (rest.subject !== 'research' || research_id === null)) return null
  const about = { area_ids, device_ids, research_id, ...(measurements.length > 0 ? { measurements } : {}) }
  return { source, gas, ...about, frequency, weekday, relative, interval, language, timezone }
}

const SUBJECTS = ['areas', 'devices', 'research'] as const
type Subject = (typeof SUBJECTS)[number]

/** Kind of thing that a schedule is about; a new one of somebody without areas of a project. */
const subjectIn = (schedule: ReportSchedule | null, hasAreas: boolean): Subject => {
  if (!schedule) return hasAreas ? 'areas' : 'research'
  if (schedule.research_id !== null) return 'research'
  return schedule.device_ids.length > 0 ? 'devices' : 'areas'
}

/** Areas or devices of a schedule with their names, which it lacks of those that the person sees no more. */
const namedIn = (schedule: ReportSchedule | null, of: 'area_ids' | 'device_ids'): { id: number; name: string }[] => {
  const ids = schedule?.[of] ?? []
  const names = schedule?.about ?? []
  if (ids.length !== names.length) return []
  return ids.flatMap((id, index) => {
    const name = names[index]
    return name === undefined ? [] : [{ id, name }]
  })
}

/** Things that can be chosen, with those of the schedule that cannot be any more but have a name. */
const withGone = (known: readonly { id: number; name: string }[], gone: readonly { id: number; name: string }[]) =>
  [...known, ...gone.filter(({ id }) => known.every(one => one.id !== id))].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))

/** Areas that can be chosen, by location; those of the schedule that hold no device any more keep their names. */
const areaOptions = (areas: readonly ReportArea[], schedule: ReportSchedule | null) => {
  const known = new Set(areas.map(({ id }) => id))
  const gone = namedIn(schedule, 'area_ids')
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const groups = [...Map.groupBy(areas, ({ location }) => location)].map(([group, of]) => ({
    group,
    items: of.map(({ id, name }) => ({ value: String(id), label: name })),
  }))
  return [...groups, ...gone]
}

/** Measurements that can be chosen: what charts show, and what was chosen already. The weather is no part of a report. */
const measurementOptions = ({ measurement_types }: TaxonomyLists, chosen: readonly string[]) =>
  measurement_types
    .filter(
      ({ abbreviation: key, show_in_dials }) => (show_in_dials && !key.startsWith('weather_')) || chosen.includes(key),
    )
    .map(({ abbreviation: value, name: label }) => ({ value, label }))

/** Fields of a schedule; beside them a test, its next runs and its last ones. */
export function ScheduleForm({ schedule }: { schedule: ReportSchedule | null }) {
  const { t } = useTranslation(['schedules', 'ui', 'form', 'emission'])
  const user = useUser()
  const { language } = useFormat()
  const lists = useRead(LISTS)
  const allAreas = useReportAreas()
  const ofEmission = useReportAreas('Emission')
  const devices = useReportDevices()
  const words = useScheduleWords()
  const client = useQueryClient()
  const go = useGo()
  const [leaving, setLeaving] = useState(false)
  const remove = useApiMutation(api.deleteReportSchedule, { refresh: [api.listReportSchedules] })
  const [initialValues] = useState(() => valuesOf(schedule, { areas: allAreas, devices }, user, language))
  const overVersion = useVersion(schedule, async () =>
    (await client.fetchQuery({ ...SCHEDULES, staleTime: 0 })).find(({ id }) => id === schedule?.id),
  )
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ScheduleInput,
    initialValues,
    toBody: values => bodyOf(values, devices),
    send: async body => {
      if (schedule)
        await overVersion(version =>
          ask(api.updateReportSchedule, { params: { id: schedule.id }, body: { ...body, version } }),
        )
      else await ask(api.createReportSchedule, { body })
      form.resetDirty()
      await refresh(client, [api.listReportSchedules])
      await go(linkTo(schedulesScreen), { replace: true })
    },
  })
  const { values } = form
  const isEmission = values.source === 'Emission'
  const areas = isEmission ? ofEmission : allAreas
  const ofThese = (of: readonly ReportArea[]) => values.area_ids.filter(id => of.some(one => String(one.id) === id))
  const stopped = schedule?.stopped.filter(one => values.recipients.includes(one)) ?? []
  const wrongPeople = Object.entries(form.errors).find(([field]) => field.startsWith('recipients'))?.[1]
  return (
    <form className={classes.columns} onSubmit={onSubmit} noValidate>
      <div className={`bm-card ${classes.card} ${classes.fields}`}>
        <Switch
          size="md"
          label={t(values.active ? 'state.active' : 'state.inactive')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <TextInput size="md" required maxLength={255} label={t('name')} {...form.getInputProps('name')} />
        <div className={classes.pair}>
          <div className={classes.field}>
            <span className={classes.label}>{t('source')}</span>
            <Segments
              fullWidth
              aria-label={t('source')}
              data={REPORT_SOURCES.map(value => ({ value, label: t(`sources.${value}`) }))}
              value={values.source}
              onChange={source =>
                form.setValues(
                  source === 'Emission' ? { source, subject: 'areas', area_ids: ofThese(ofEmission) } : { source },
                )
              }
            />
          </div>
          {isEmission ? (
            <NativeSelect
              size="md"
              label={t('gas')}
              data={EMITTED.map(value => ({ value, label: t(`emission:substance.${value}`) }))}
              {...form.getInputProps('gas')}
            />
          ) : (
            <NativeSelect
              size="md"
              label={t('subject')}
              data={SUBJECTS.map(value => ({ value, label: t(`subjects.${value}`) }))}
              {...form.getInputProps('subject')}
            />
          )}
        </div>
        {values.subject === 'areas' && (
          <MultiSelect
            size="md"
            searchable
            required
            maxValues={MAX_REPORT_AREAS}
            label={t('areas')}
            description={isEmission ? t('emission_help') : undefined}
            placeholder={values.area_ids.length === 0 ? t('choose_areas') : undefined}
            data={areaOptions(areas, schedule)}
            {...form.getInputProps('area_ids')}
          />
        )}
        {values.subject === 'devices' && (
          <MultiSelect
            size="md"
            searchable
            required
            maxValues={MAX_REPORT_AREAS}
            label={t('devices')}
            placeholder={values.device_ids.length === 0 ? t('choose_devices') : undefined}
            data={withGone(devices, namedIn(schedule, 'device_ids'))}
            {...form.getInputProps('device_ids')}
            error={form.errors.device_ids ?? form.errors.area_ids}
          />
        )}
        {values.subject === 'research' && <ProjectChoice schedule={schedule} form={form} />}
        <div className={classes.pair}>
          <div className={classes.field}>
            <span className={classes.label}>{t('how_often')}</span>
            <Segments
              fullWidth
              aria-label={t('how_often')}
              data={REPORT_FREQUENCIES.map(value => ({ value, label: t(`frequency.${value}`) }))}
              value={values.frequency}
              onChange={frequency => form.setFieldValue('frequency', frequency)}
            />
          </div>
          {values.frequency === 'week' && (
            <NativeSelect
              size="md"
              label={t('on')}
              data={weekdaysFrom(viewerFormats()).map(day => ({ value: String(day), label: words.weekdayOf(day) }))}
              {...form.getInputProps('weekday')}
            />
          )}
        </div>
        <NativeSelect
          size="md"
          label={t('time_frame')}
          value={values.relative ? 'relative' : 'full'}
          onChange={({ currentTarget }) => form.setFieldValue('relative', currentTarget.value === 'relative')}
          data={(['full', 'relative'] as const).map(value => ({ value, label: t(`${value}.${values.frequency}`) }))}
        />
        <NextRun values={values} />
        {!isEmission && (
          <MultiSelect
            size="md"
            searchable
            label={t('measurements')}
            description={t('measurements_help')}
            data={measurementOptions(lists, values.measurements)}
            {...form.getInputProps('measurements')}
          />
        )}
        {!isEmission && (
          <NativeSelect
            size="md"
            label={t('interval')}
            data={rowsThatFit(LONGEST_PERIOD[values.frequency], areasAbout(values, devices)).map(value => ({
              value,
              label: t(`rows.${value}`),
            }))}
            {...form.getInputProps('interval')}
            value={rowsOf(values, devices)}
          />
        )}
        <Switch
          size="md"
          label={t('csv')}
          description={t('csv_help')}
          {...form.getInputProps('csv', { type: 'checkbox' })}
        />
        <div className={classes.pair}>
          <NativeSelect
            size="md"
            label={t('language')}
            data={LANGUAGES.map(value => ({ value, label: OWN_NAME[value] }))}
            {...form.getInputProps('language')}
          />
          <Select
            size="md"
            searchable
            allowDeselect={false}
            limit={40}
            data={ZONES}
            label={t('time_zone')}
            {...form.getInputProps('timezone')}
          />
        </div>
        <EmailChips
          label={t('recipients')}
          help={t('recipients_help')}
          value={values.recipients}
          error={typeof wrongPeople === 'string' ? wrongPeople : undefined}
          onChange={recipients => form.setFieldValue('recipients', recipients)}
        />
        {stopped.length > 0 && <Note status="no_data">{t('no_longer', { addresses: stopped.join(', ') })}</Note>}
        {failure && <Note status="act_now">{failure}</Note>}
        <div className={classes.actions}>
          <Button type="submit" size="md" loading={busy} leftSection={<IconCheck size={20} stroke={2} />}>
            {t('ui:save')}
          </Button>
          <Button variant="default" size="md" component={ScreenLink} to={linkTo(schedulesScreen)}>
            {t('ui:cancel')}
          </Button>
          {schedule && (
            <Button
              variant="outline"
              color="red"
              size="md"
              leftSection={<IconTrash size={19} stroke={1.9} />}
              onClick={() => setLeaving(true)}
            >
              {t('ui:delete')}
            </Button>
          )}
        </div>
        <LeaveGuard when={form.isDirty()} />
        {schedule && (
          <Confirm
            opened={leaving}
            title={t('delete_title', { name: schedule.name })}
            action={t('ui:delete')}
            busy={remove.isPending}
            failure={remove.isError ? remove.error.message || t('form:no_answer') : null}
            onClose={() => setLeaving(false)}
            onConfirm={() =>
              remove.mutate(
                { params: { id: schedule.id } },
                {
                  onSuccess: () => {
                    form.resetDirty()
                    void go(linkTo(schedulesScreen), { replace: true })
                  },
                },
              )
            }
          >
            <p>{t('delete_text')}</p>
          </Confirm>
        )}
      </div>
      <Preview body={previewOf(values, devices)} isSaved={schedule !== null} />
      {schedule && <Aside schedule={schedule} isDirty={form.isDirty()} />}
    </form>
  )
}

/** Research project that a schedule is about, with what is read of it and when the schedule expires. */
function ProjectChoice({
  schedule,
  form,
}: {
  schedule: ReportSchedule | null
  form: Pick<UseFormReturnType<Values>, 'getInputProps' | 'errors' | 'values'>
}) {
  const { t } = useTranslation('schedules')
  const projects = useReportProjects()
  const [name] = schedule?.about ?? []
  const own = schedule?.research_id && name !== undefined ? [{ id: schedule.research_id, name }] : []
  const data = withGone(projects, own)
  if (data.length === 0) return <Note status="no_data">{t('research_none')}</Note>
  const isOwn = schedule !== null && form.values.research_id === String(schedule.research_id)
  return (
    <>
      <NativeSelect
        size="md"
        required
        label={t('research')}
        description={t('research_help')}
        data={[{ value: '', label: t('choose_research') }, ...data]}
        {...form.getInputProps('research_id')}
        error={form.errors.research_id ?? form.errors.area_ids}
      />
      {isOwn && schedule.expires_at !== null && name !== undefined && (
        <p className="bm-small bm-muted">
          <WithDates text={t('until', { date: dayIn(schedule.expires_at, schedule.timezone), name })} />
        </p>
      )}
    </>
  )
}

/** Next runs of the schedule as a sentence and as days, which the server works out for what stands in the form. */
function NextRun({ values: { frequency, weekday, relative, timezone } }: { values: Values }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords()
  const query = { frequency, weekday, relative: relative ? ('1' as const) : ('0' as const), timezone }
  const { data = [] } = useQuery(queryOf(api.listScheduleTimes, { query }))
  const [first] = data
  const when = words.each({ frequency, weekday: Number(weekday), relative })
  if (!first) return null
  const minuteOf = (time: string | number) => momentIn(time, timezone)
  const dayOf = (time: string | number) => dayIn(time, timezone)
  const about = relative ? minuteOf : dayOf
  return (
    <div className={classes.sentence} aria-live="polite">
      <p>
        <WithDates
          text={t('sentence', {
            when,
            time: shownClock('07:00'),
            from: about(first.from),
            until: about(Date.parse(first.until) - MINUTE_MS),
            next: dayOf(first.time),
          })}
        />
      </p>
      <p className="bm-small bm-muted">
        <WithDates
          text={t('then', {
            days: data
              .slice(1)
              .map(({ time }) => dayOf(time))
              .join(', '),
          })}
        />
      </p>
    </div>
  )
}

/** A test of the schedule as it is saved, and what became of its runs. */
function Aside({ schedule, isDirty }: { schedule: ReportSchedule; isDirty: boolean }) {
  const { t } = useTranslation(['schedules', 'form'])
  const test = useApiMutation(api.runReportSchedule, { refresh: [api.listReports] })
  return (
    <aside className={classes.aside}>
      <section className={`bm-card ${classes.card}`}>
        <h2>{t('try')}</h2>
        <p className="bm-small bm-muted">{t(isDirty ? 'try_saved' : 'try_text')}</p>
        <Button
          variant="light"
          loading={test.isPending}
          disabled={isDirty}
          leftSection={<IconSend size={19} stroke={1.9} />}
          onClick={() => test.mutate({ params: { id: schedule.id } })}
        >
          {t('test')}
        </Button>
        {test.isSuccess && (
          <p aria-live="polite">
            {t('tested')}{' '}
            <ScreenLink to={linkTo(reportsScreen)} className="bm-link">
              {t('see')}
            </ScreenLink>
          </p>
        )}
        {test.isError && <Note status="act_now">{test.error.message || t('form:no_answer')}</Note>}
      </section>
      <section className={`bm-card ${classes.card}`}>
        <h2>{t('last_runs')}</h2>
        {schedule.runs.length === 0 && <p className="bm-muted">{t('not_yet')}</p>}
        {schedule.runs.map(run => (
          <LastRun key={run.report_id} run={run} zone={schedule.timezone} schedule={schedule.id} />
        ))}
      </section>
    </aside>
  )
}
