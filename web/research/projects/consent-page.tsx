import { Button, Checkbox, Select } from '@mantine/core'
import { IconBan, IconCircleCheck, IconLock, IconSnowflake, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type ConsentEntry, ConsentInput } from '#shared/contract/places/consents.ts'
import type { LocationResearch, Research } from '#shared/contract/places/research.ts'
import { firstWholeDate } from '#shared/rules/time/calendar-periods.ts'
import { overlaps } from '#shared/rules/time/rental.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, refresh, useRead, useReads } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { isOvertaken } from '../../kit/forms/use-version.ts'
import { dayIn, momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { instantOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { RichText } from '../../ui/data-display/rich-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { asRead, consentReadSpansRead, PROJECT_READS, projectRead } from '../queries.ts'
import { consentScreen, projectScreen } from '../screens.ts'
import { ConsentPreviewCard } from './consent-preview.tsx'
import { namedInShort, useDates, useSaid } from './project-words.ts'
import classes from './projects.module.css'
import { type SharedMeasurement, type Standing, standingOf } from './standing.ts'

const PLACEMENTS = queryOf(api.listLocationResearch, { query: { show_future: '1' } })

export const reads = ({ params }: PageAddress) =>
  [projectRead(Number(params.id)), consentReadSpansRead(Number(params.id)), LOCATIONS, PLACEMENTS, LISTS] as const

/**
 * Placements that can be shared with a project: at own locations, in its time, and in no other project. Who owns a location only
 * since the end of the project has nothing of it to share.
 */
const shareable = (
  project: Research,
  placements: readonly LocationResearch[],
  owned: ReadonlyMap<number, string | null>,
) =>
  placements.filter(
    one =>
      owned.has(one.location_id) &&
      (project.end === null || (owned.get(one.location_id) ?? '') < project.end) &&
      (one.research_id === null || one.research_id === project.id) &&
      overlaps(one, project),
  )

/** Measurements most owners know: what is chosen at first where the project names none. */
const USUAL = ['t', 'h', 'co2', 'nh3']

const ALL_DEVICES = 'all'

/** Things that researchers see beside the measurements of a yes, and those they never see. */
function Seen() {
  const { t } = useTranslation('projects')
  return (
    <>
      <p className={classes.seen}>
        <IconCircleCheck size={22} stroke={1.8} aria-hidden="true" />
        {t('consent.kind')}
      </p>
      <p className={classes.seen}>
        <IconSnowflake size={22} stroke={1.8} aria-hidden="true" />
        {t('consent.frozen')}
      </p>
      <h3>{t('consent.never')}</h3>
      {(['never_1', 'never_2', 'never_3'] as const).map(one => (
        <p key={one} className={classes.seen}>
          <IconBan size={22} stroke={1.7} aria-hidden="true" />
          {t(`consent.${one}`)}
        </p>
      ))}
    </>
  )
}

function Asks({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{project.name}</h2>
      {[project.institution, project.aim].map(
        text =>
          text && (
            <p key={text} style={{ whiteSpace: 'pre-line' }}>
              {text}
            </p>
          ),
      )}
      {project.purpose && <RichText text={project.purpose} />}
      {project.led_by && (
        <p className={classes.seen}>
          <IconUser size={22} stroke={1.7} aria-hidden="true" />
          <span>
            {[project.led_by.name, project.led_by.email].filter(Boolean).join(', ')}
            <span className="bm-small bm-muted" style={{ display: 'block' }}>
              {t('readers', { count: project.readers })}
            </span>
          </span>
        </p>
      )}
    </section>
  )
}

/** Place of an answer: its clocks count for days, and what is older than `since` was somebody else's. */
interface Place {
  zone: string
  since: string | null
}

/** The part that cannot be taken back: up to the last reading of the owners' time that somebody opened or downloaded. */
function Locked({ projectId, locationId, place }: { projectId: number; locationId: number; place: Place }) {
  const { t } = useTranslation('projects')
  const read = useRead(consentReadSpansRead(projectId)).find(one => one.location_id === locationId)
  const { zone, since } = place
  if (!read || (since !== null && read.until <= since)) return null
  const { until } = read
  const from = since !== null && since > read.from ? since : read.from
  const values = { from: dayIn(from, zone), until: momentIn(until, zone) }
  return (
    <section className={`bm-card ${classes.card}`}>
      <p className={classes.seen}>
        <IconLock size={22} stroke={1.8} aria-hidden="true" />
        <span>
          <b>{t('consent.locked', values)}</b> {t('consent.locked_text')}
        </span>
      </p>
    </section>
  )
}

/** Measurements that the location shares by the answers so far, and until when. */
function Shared({ standing, zone }: { standing: Standing; zone: string }) {
  const { t } = useTranslation('projects')
  const lists = useRead(LISTS)
  const now = serverNow()
  const wordsOf = ({ from, until }: SharedMeasurement, measurements: string): string => {
    const [first, last] = [from, until - 1].map(time => (Number.isFinite(time) ? dayIn(time, zone) : ''))
    if (until <= now) return t('consent.shared_over', { measurements, date: last })
    if (from > now && last) return t('consent.shared_from_until', { measurements, from: first, until: last })
    if (from > now) return t('consent.shared_from', { measurements, date: first })
    return last ? t('consent.shared_until', { measurements, date: last }) : t('consent.shared', { measurements })
  }
  const alike = ({ from, until }: SharedMeasurement): string => `${Math.max(from, now)} ${until}`
  const lines = [...Map.groupBy(standing.shared, alike)].map(([times, of]) => {
    const [one] = of
    const keys = of.map(({ key }) => key)
    return (
      <p key={times}>
        <QuantityName name={one ? wordsOf(one, namedInShort(lists, keys)) : ''} />
      </p>
    )
  })
  const from = standing.planned?.from
  const changedAt = standing.ownerChanged?.from
  return (
    <>
      {lines}
      {changedAt && (
        <p>
          {t(lines.length > 0 ? 'consent.owner_changed_partly' : 'consent.owner_changed', {
            date: dayIn(changedAt, zone),
          })}
        </p>
      )}
      {from && <p>{t('consent.planned', { date: dayIn(from, zone) })}</p>}
    </>
  )
}

/** Scope of an answer, as it stands in the fields. */
interface Chosen {
  from: string
  devices: string[]
  measurements: string[]
}

interface Values extends Chosen, Record<string, unknown> {
  location_id: string
  answer: string
}

/** Begin of the day of an answer. A yes from the day on which the location changed owners begins with that change. */
const startOf = ({ answer, from }: Pick<Values, 'answer' | 'from'>, { zone, since }: Place): string =>
  answer !== 'no' && since !== null && localDateAt(since, zone) === from ? since : instantOf(`${from}T00:00`, zone)

/** The call of what was filled in, to the version of the project that was read; days are those of the place. */
const bodyOf = (values: Values, version: number, place: Place) => ({
  location_id: Number(values.location_id),
  answer: values.answer === 'no' ? ('no' as const) : ('yes' as const),
  from: startOf(values, place),
  ...(values.devices.includes(ALL_DEVICES) ? {} : { device_ids: values.devices.map(Number) }),
  measurements: values.measurements,
  version,
})

const lastEntryAt = (history: readonly ConsentEntry[], locationId: number): ConsentEntry | undefined =>
  history.findLast(({ kind, location_id }) => kind !== 'asked' && location_id === locationId)

interface Choice {
  project: Research
  placements: readonly LocationResearch[]
  /** Times before which locations were somebody else's, by their id. */
  ownedSince: ReadonlyMap<number, string | null>
}

function Answer({ project, placements, ownedSince }: Choice) {
  const { t } = useTranslation(['projects', 'ui'])
  const lists = useRead(LISTS)
  const client = useQueryClient()
  const go = useGo()
  const dates = useDates()
  const said = useSaid()
  const locations = [...new Map(placements.map(one => [one.location_id, one.location_name]))]
  const firstDay = (locationId: number): string => {
    const of = placements.filter(one => one.location_id === locationId)
    const start = of.map(one => one.start).sort()[0] ?? project.start
    // A placement that begins within a day is shared from the next one on.
    const placed = firstWholeDate(Date.parse(start), zoneOf(locationId))
    const { since } = placeOf(locationId)
    const owned = since === null ? [] : [dayAt(locationId, since)]
    return [placed, dayAt(locationId, project.start), ...owned].sort().at(-1) ?? placed
  }
  const zoneOf = (locationId: number): string =>
    placements.find(one => one.location_id === locationId)?.time_zone ?? dates.zone
  const placeOf = (locationId: number): Place => ({
    zone: zoneOf(locationId),
    since: ownedSince.get(locationId) ?? null,
  })
  const [[firstId = 0] = []] = locations
  const known = new Set(lists.measurement_types.map(({ abbreviation }) => abbreviation))
  const targets = project.target_measurements.length > 0 ? project.target_measurements : USUAL
  const devicesAt = (locationId: number): number[] =>
    placements.filter(one => one.location_id === locationId).map(one => one.device_id)
  // Boxes stay as they are while somebody answers, also when the answer is on record and only its own answer was lost.
  const [history] = useState(project.consent_history)
  const spans = useRead(consentReadSpansRead(project.id))
  const standingAt = (locationId: number): Standing =>
    standingOf(history, { locationId, deviceIds: devicesAt(locationId), now: serverNow(), end: project.end })
  const sharedAt = (locationId: number): string[] => standingAt(locationId).shared.map(({ key }) => key)
  const dayAt = (locationId: number, time: string | number): string => localDateAt(time, zoneOf(locationId))
  /** Scope that is chosen at first: that of a planned no, else all that is shared, also what the project is about no more. */
  const chosenFor = (answer: string, locationId: number): Chosen => {
    const { shared, planned, endedAt } = standingAt(locationId)
    const plannedDay = planned?.from ? dayAt(locationId, planned.from) : null
    const all = { devices: [ALL_DEVICES], measurements: targets.filter(key => known.has(key)) }
    /** First day from which a no is taken: what was read or has ended before is as it is. */
    const noDay = (from: string): string => {
      const read = spans.find(one => one.location_id === locationId)?.until
      const past = [read ? Date.parse(read) : undefined, endedAt].filter(time => time !== undefined)
      return [from, ...past.map(time => firstWholeDate(time, zoneOf(locationId)))].sort().at(-1) ?? from
    }
    if (answer === 'yes') return { ...all, from: plannedDay ?? firstDay(locationId) }
    if (shared.length === 0) return { ...all, from: noDay(firstDay(locationId)) }
    if (planned && plannedDay) {
      const { device_ids, measurements } = planned
      const hanging = device_ids?.filter(id => devicesAt(locationId).includes(id)).map(String)
      return { from: plannedDay, devices: hanging ?? [ALL_DEVICES], measurements }
    }
    const measurements = sharedAt(locationId).filter(key => known.has(key))
    return { ...all, from: noDay(dayAt(locationId, serverNow())), measurements }
  }
  const first = sharedAt(firstId).length > 0 ? 'no' : 'yes'
  const shownAt = (locationId: number): Set<string> => new Set([...targets, ...USUAL, ...sharedAt(locationId)])
  /** Values without devices and measurements that have no box: nothing is answered for that is not on the screen. */
  const withShown = (values: Values): Values => {
    const id = Number(values.location_id)
    const [shown, hanging] = [shownAt(id), new Set([ALL_DEVICES, ...devicesAt(id).map(String)])]
    return {
      ...values,
      devices: values.devices.filter(one => hanging.has(one)),
      measurements: values.measurements.filter(key => shown.has(key)),
    }
  }
  /** Entry that somebody else made while this was answered. */
  const [meanwhile, setMeanwhile] = useState<ConsentEntry>()
  const lastReadAt = (locationId: number): ConsentEntry | undefined =>
    meanwhile?.location_id === locationId ? meanwhile : lastEntryAt(history, locationId)
  /** Scopes chosen for the answers that were left: they are there again when one comes back. */
  const [left, setLeft] = useState<Record<string, Chosen>>({})
  const { form, failure, busy, onSubmit } = useContractForm({
    body: ConsentInput,
    initialValues: {
      location_id: String(firstId),
      answer: first,
      ...chosenFor(first, firstId),
    },
    toBody: values => ({
      ...bodyOf(withShown(values), project.version, placeOf(Number(values.location_id))),
      last_entry_id: lastReadAt(Number(values.location_id))?.id ?? null,
    }),
    send: async body => {
      const answer = ask(api.createConsent, { params: { id: project.id }, body })
      const entry = await asRead(client, answer).catch(thrown => {
        // Shown beside the form: who saves again has seen what was said meanwhile.
        const now = client.getQueryData<Research>(projectRead(project.id).queryKey)
        if (isOvertaken(thrown) && now) setMeanwhile(lastEntryAt(now.consent_history, body.location_id))
        throw thrown
      })
      await refresh(client, PROJECT_READS)
      await go(linkTo(projectScreen, { params: { id: project.id }, search: { answered: entry.id } }), { replace: true })
    },
  })
  const { values } = form
  const locationId = Number(values.location_id)
  const { zone, since } = placeOf(locationId)
  const here = placements.filter(one => one.location_id === locationId)
  const devices = [...new Map(here.map(one => [one.device_id, `${one.device_name}, ${one.area_name}`]))]
  const standing = standingOf(project.consent_history, {
    locationId,
    deviceIds: devicesAt(locationId),
    now: serverNow(),
    end: project.end,
  })
  const isYes = values.answer === 'yes'
  const isAnswered = meanwhile?.location_id === locationId && meanwhile.id !== lastEntryAt(history, locationId)?.id
  const shown = shownAt(locationId)
  const types = lists.measurement_types.filter(({ abbreviation }) => shown.has(abbreviation))
  const toggle = (key: string) =>
    form.setFieldValue(
      'measurements',
      values.measurements.includes(key)
        ? values.measurements.filter(one => one !== key)
        : [...values.measurements, key],
    )
  return (
    <form className={classes.details} onSubmit={onSubmit} noValidate>
      <section className={`bm-card ${classes.card}`}>
        <h2>{t('consent.answer')}</h2>
        <Segments
          aria-label={t('consent.answer')}
          size="md"
          fullWidth
          value={values.answer}
          onChange={answer => {
            const { from, devices, measurements } = values
            setLeft({ ...left, [values.answer]: { from, devices, measurements } })
            form.setValues({ answer, ...(left[answer] ?? chosenFor(answer, locationId)) })
          }}
          data={[
            { value: 'yes', label: t('consent.yes') },
            { value: 'no', label: t('consent.no') },
          ]}
        />
        {locations.length > 1 && (
          <Select
            size="md"
            allowDeselect={false}
            label={t('consent.location')}
            data={locations.map(([id, name]) => ({ value: String(id), label: name }))}
            {...form.getInputProps('location_id')}
            onChange={id => {
              setLeft({})
              form.setValues({ location_id: id ?? '', ...chosenFor(values.answer, Number(id)) })
            }}
          />
        )}
        {locations.length === 1 && <p>{locations[0]?.[1]}</p>}
        <Shared standing={standing} zone={zone} />
        {form.errors.location_id && <Note status="act_now">{form.errors.location_id}</Note>}
        <DateField
          label={t(isYes ? 'consent.from' : 'consent.no_from')}
          description={isYes && project.end ? t('consent.until', { date: dates.lastDay(project.end) }) : undefined}
          {...form.getInputProps('from')}
        />
        {isYes && since !== null && (
          <p className="bm-muted">{t('consent.owned_since', { date: dayIn(since, zone) })}</p>
        )}
        {!isYes && <p className="bm-muted">{t('consent.no_text')}</p>}
      </section>
      <section className={`bm-card ${classes.card}`}>
        <h2>{t(isYes ? 'consent.see' : 'consent.not_shared')}</h2>
        <Checkbox.Group label={t('consent.devices')} {...form.getInputProps('devices')}>
          <div className={classes.checks}>
            <Checkbox
              value={ALL_DEVICES}
              label={t('consent.all_devices')}
              onChange={event =>
                form.setFieldValue(
                  'devices',
                  event.currentTarget.checked ? [ALL_DEVICES] : devices.map(([id]) => String(id)),
                )
              }
            />
            {!values.devices.includes(ALL_DEVICES) &&
              devices.map(([id, name]) => <Checkbox key={id} value={String(id)} label={name} />)}
          </div>
        </Checkbox.Group>
        {form.errors.device_ids && <Note status="act_now">{form.errors.device_ids}</Note>}
        <fieldset className={classes.checks}>
          <legend>{t('consent.measurements')}</legend>
          <div className={classes.chips}>
            {types.map(({ abbreviation, name }) => (
              <Checkbox
                key={abbreviation}
                label={<QuantityName name={name} />}
                checked={values.measurements.includes(abbreviation)}
                onChange={() => toggle(abbreviation)}
              />
            ))}
          </div>
        </fieldset>
        {form.errors.measurements && <Note status="act_now">{form.errors.measurements}</Note>}
        {isYes && <Seen />}
      </section>
      {isYes && (
        <ConsentPreviewCard
          projectId={project.id}
          body={bodyOf(withShown(values), project.version, { zone, since })}
          zone={zone}
        />
      )}
      <Locked projectId={project.id} locationId={locationId} place={{ zone, since }} />
      {isAnswered && meanwhile && (
        <Note status="attention">
          {t('consent.answered', { answer: [said(meanwhile), meanwhile.said_by].filter(Boolean).join(', ') })}
        </Note>
      )}
      {failure && !isAnswered && <Note status="act_now">{failure}</Note>}
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={busy}>
          {t(isYes ? 'consent.save_yes' : 'consent.save_no')}
        </Button>
        <Button
          variant="default"
          size="md"
          component={ScreenLink}
          to={linkTo(projectScreen, { params: { id: project.id } })}
        >
          {t('ui:cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Form of the project as it was read: where it has changed since, it begins anew once who answers has read it again. */
function AnswerToRead(choice: Choice) {
  const { t } = useTranslation('projects')
  const { version } = choice.project
  const [readVersion, setReadVersion] = useState(version)
  if (version === readVersion) return <Answer {...choice} />
  return (
    <>
      <Note status="attention">{t('consent.changed')}</Note>
      <div className={classes.actions}>
        <Button size="md" onClick={() => setReadVersion(version)}>
          {t('consent.changed_read')}
        </Button>
      </div>
    </>
  )
}

/** An owner's answer to a project: what is seen and what never, from when, and what cannot be taken back. */
export default function ConsentPage() {
  const { t } = useTranslation(['projects', 'ui'])
  const { id } = useScreenParams(consentScreen)
  const [project, locations, placements] = useReads([projectRead(id), LOCATIONS, PLACEMENTS] as const)
  usePageName(project.name)
  if (project.answer === null) throw notFound()
  const owned = locations.filter(({ may }) => may.includes('share'))
  const ownedSince = new Map(owned.map(one => [one.id, one.owned_since]))
  const mine = shareable(project, placements, ownedSince)
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeading>{t('consent.title')}</PageHeading>
      <Asks project={project} />
      {mine.length === 0 ? (
        <EmptyState title={t('consent.no_place')} text={t('places.empty')} />
      ) : (
        <AnswerToRead key={id} project={project} placements={mine} ownedSince={ownedSince} />
      )}
    </div>
  )
}
