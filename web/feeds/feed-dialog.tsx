import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FeedInput } from '#shared/contract/accounts/feeds.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { FEED_EVENTS, FEED_KINDS, FEED_PERIODS, type FeedKind } from '#shared/rules/accounts/feeds.ts'
import { EXPORT_STEPS } from '#shared/rules/science/averaging.ts'
import { manualScreen } from '../help/screens.ts'
import { ask } from '../kit/api/api.ts'
import { LISTS } from '../kit/api/lists.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { queryOf, refresh, useReads } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { CopyButton } from '../ui/data-display/copy-button.tsx'
import { SecretExample } from '../ui/data-display/secret-example.tsx'
import { ShownSecret } from '../ui/data-display/shown-secret.tsx'
import { MeasurementsSelect } from '../ui/forms/measurements-select.tsx'
import { FormDialog } from '../ui/overlays/form-dialog.tsx'
import { LeaveGuard } from '../ui/overlays/leave-guard.tsx'
import { OnceDialog } from '../ui/overlays/once-dialog.tsx'
import { brokerOf } from './broker-address.ts'
import classes from './feeds.module.css'

type Made = ResponseOf<typeof api.createFeed>

/** A year has hourly means, as every export of one. */
const HOUR_SECONDS = 3600

const FORMATS = {
  comma_point: { separator: 'comma', decimal: 'point' },
  semicolon_comma: { separator: 'semicolon', decimal: 'comma' },
  semicolon_point: { separator: 'semicolon', decimal: 'point' },
} as const
type Format = keyof typeof FORMATS
const NAMES = ['comma_point', 'semicolon_comma', 'semicolon_point'] as const satisfies readonly Format[]

interface FormValues extends Record<string, unknown> {
  name: string
  kind: FeedKind
  events: string[]
  area_id: string | null
  measurements: string[]
  interval: string
  step_seconds: string
  format: Format
}

const bodyOf = ({ name, kind, events, area_id, measurements, interval, step_seconds, format }: FormValues) => {
  if (kind === 'metrics' || kind === 'home_assistant') return { name, kind }
  if (kind === 'calendar') return { name, kind, events }
  return {
    ...{ name, kind, measurements, interval },
    area_id: area_id === null ? undefined : Number(area_id),
    step_seconds: interval === 'year' ? HOUR_SECONDS : Number(step_seconds),
    ...FORMATS[format],
  }
}

/** Areas of places that are the person's own or shared with them, by location; an administrator sees others, too. */
const useAreas = () => {
  const { email, admin } = useUser()
  const [locations] = useReads([LOCATIONS])
  return locations
    .filter(({ owners }) => !admin || owners.includes(email))
    .map(({ name, areas }) => ({
      group: name,
      items: areas.map(area => ({ value: String(area.id), label: `${area.name} (${name})` })),
    }))
    .filter(({ items }) => items.length > 0)
}

function MakeFeed({ kind, onMade, onClose }: { kind: FeedKind; onMade: (made: Made) => void; onClose: () => void }) {
  const { t, i18n } = useTranslation('feeds')
  const client = useQueryClient()
  const areas = useAreas()
  const [lists] = useReads([LISTS])
  const { form, failure, busy, onSubmit } = useContractForm({
    body: FeedInput,
    initialValues: {
      name: '',
      kind,
      events: [...FEED_EVENTS],
      area_id: areas.length === 1 && areas[0]?.items.length === 1 ? (areas[0].items[0]?.value ?? null) : null,
      measurements: [],
      interval: 'week',
      step_seconds: '3600',
      format: i18n.language === 'en' ? 'comma_point' : 'semicolon_comma',
    } as FormValues,
    toBody: bodyOf,
    send: async body => {
      onMade(await ask(api.createFeed, { body }))
      await refresh(client, [api.listFeeds])
    },
  })
  const { values } = form
  const { data: setup } = useQuery(queryOf(api.getSetup, {}))
  const kinds = FEED_KINDS.filter(one => one !== 'home_assistant' || setup?.mqtt || one === kind)
  return (
    <FormDialog opened title={t('new_title')} action={t('make')} {...{ busy, failure, onSubmit, onClose }}>
      <Select
        size="md"
        allowDeselect={false}
        label={t('for')}
        description={t(`kind.${values.kind}.text`)}
        data={kinds.map(value => ({ value, label: t(`kind.${value}.name`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={255}
        label={t('name')}
        description={t(`name_help.${values.kind}`)}
        {...form.getInputProps('name')}
      />
      {values.kind === 'calendar' && (
        <Checkbox.Group
          label={t('shows')}
          value={values.events}
          error={form.errors.events}
          onChange={events => form.setFieldValue('events', events)}
        >
          <div className={classes.events}>
            {FEED_EVENTS.map(event => (
              <Checkbox key={event} value={event} label={t(`events.${event}`)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {values.kind === 'values' && (
        <>
          <Select
            size="md"
            searchable
            allowDeselect={false}
            label={t('area')}
            data={areas}
            {...form.getInputProps('area_id')}
          />
          <MeasurementsSelect label={t('measurements')} {...{ lists }} {...form.getInputProps('measurements')} />
          <Select
            size="md"
            allowDeselect={false}
            label={t('period')}
            data={FEED_PERIODS.map(value => ({ value, label: t(`last.${value}`) }))}
            {...form.getInputProps('interval')}
          />
          <Select
            size="md"
            allowDeselect={false}
            label={t('step')}
            description={values.interval === 'year' ? t('longer') : undefined}
            disabled={values.interval === 'year'}
            data={EXPORT_STEPS.map(step => ({ value: String(step), label: t(`means.${step}`) }))}
            {...form.getInputProps('step_seconds')}
            {...(values.interval === 'year' ? { value: String(HOUR_SECONDS) } : {})}
          />
          <Select
            size="md"
            allowDeselect={false}
            label={t('format')}
            description={t('format_help')}
            data={NAMES.map(value => ({ value, label: t(`formats.${value}`) }))}
            {...form.getInputProps('format')}
          />
        </>
      )}
      <LeaveGuard when={form.isDirty() && !busy} />
    </FormDialog>
  )
}

/** Formula of Google Sheets, which has to be told of a separator that is no comma. */
const formulaOf = ({ content }: Made): ((address: string) => string) =>
  content.kind === 'values' && content.separator === 'semicolon'
    ? address => `=IMPORTDATA("${address}"; ";")`
    : address => `=IMPORTDATA("${address}")`

/** Apple's calendars alone open an address that says it is a calendar; others would ask for it without encryption. */
const opensCalendars = (): boolean => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** Fields of Grafana's data source as they are filled in; any name will do. */
function GrafanaFields({ address }: { address: string }) {
  const { t } = useTranslation('feeds')
  return (
    <>
      <pre className={classes.fields}>{`URL: ${address}\nUser: barnometer`}</pre>
      <div className={classes.fieldActions}>
        <CopyButton variant="default" text={address} label={t('copy_address')} />
        <Button component="a" variant="default" href="/grafana-dashboard.json" download>
          {t('example')}
        </Button>
        <ScreenLink className="bm-link" to={linkTo(manualScreen, { params: { key: 'grafana' } })}>
          {t('manuals.metrics')}
        </ScreenLink>
      </div>
    </>
  )
}

/** Fields of Home Assistant's MQTT integration as they are filled in. */
function BrokerFields({ address }: { address: string }) {
  const { t } = useTranslation('feeds')
  const { host, port, isSecure } = brokerOf(address)
  return (
    <>
      <pre
        className={classes.fields}
      >{`Broker: ${host}\nPort: ${port}${isSecure ? ' (TLS)' : ''}\nUsername: homeassistant`}</pre>
      <ScreenLink className="bm-link" to={linkTo(manualScreen, { params: { key: 'home_assistant' } })}>
        {t('manuals.home_assistant')}
      </ScreenLink>
    </>
  )
}

function MadeFeed({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const address = made.kind === 'home_assistant' ? made.path : `${location.origin}${made.path}`
  return (
    <OnceDialog title={t('made_title', { name: made.name })} onClose={onClose}>
      <ShownSecret
        name="feed-link"
        secret={made.secret ?? address}
        once={t(made.secret === null ? 'once' : 'once_password')}
      />
      <p>{t(`how.${made.kind}`)}</p>
      {made.kind === 'calendar' && opensCalendars() && (
        <Button component="a" variant="default" href={address.replace(/^https?:/, 'webcal:')}>
          {t('open')}
        </Button>
      )}
      {made.kind === 'values' && <SecretExample secret={address} write={formulaOf(made)} copy={t('copy_example')} />}
      {made.kind === 'metrics' && <GrafanaFields address={address} />}
      {made.kind === 'home_assistant' && <BrokerFields address={address} />}
      <p className="bm-small bm-muted">{t('whoever')}</p>
      <Button onClick={onClose}>{t('kept')}</Button>
    </OnceDialog>
  )
}

/** Makes a feed, then shows its address this once. */
export default function FeedDialog({ kind, onClose }: { kind: FeedKind; onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  return made ? <MadeFeed made={made} onClose={onClose} /> : <MakeFeed kind={kind} onMade={setMade} onClose={onClose} />
}
