import { ActionIcon, Button, Checkbox, Select } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { DEVICES_PER_PAGE, type FleetDevice } from '#shared/contract/devices/fleet.ts'
import { api } from '#shared/contract/index.ts'
import { FLEET_STATES } from '#shared/rules/devices/fleet-states.ts'
import { queryOf, THROWN } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { AdminsOnly } from '../../people/admins-only.tsx'
import { personScreen } from '../../people/screens.ts'
import { PageNumbers } from '../../ui/data-display/page-numbers.tsx'
import { RecordList } from '../../ui/data-display/record-list.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Battery } from '../../ui/status/battery.tsx'
import type { Status } from '../../ui/status/status.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { RenameDialog } from '../add/rename-dialog.tsx'
import { fleetScreen } from '../screens.ts'
import classes from './fleet.module.css'

const STATUS: Record<FleetDevice['state'], Status> = { heard: 'good', silent: 'attention', never: 'no_data' }

interface RowProps {
  device: FleetDevice
  onChange: (device: FleetDevice) => void
}

function Names({ device: { id, name, device_name, eui } }: Pick<RowProps, 'device'>) {
  return (
    <span className={classes.names}>
      <ScreenLink to={linkTo(dataScreen, { params: { id } })} className={classes.name}>
        {name}
      </ScreenLink>
      <span className="bm-small bm-muted">{[device_name, eui].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function Owner({ device: { owner_id, owner_name } }: Pick<RowProps, 'device'>) {
  const { t } = useTranslation('fleet')
  if (owner_id === null) return <span className="bm-muted">{t('nobody')}</span>
  return <ScreenLink to={linkTo(personScreen, { params: { id: owner_id } })}>{owner_name}</ScreenLink>
}

function Charge({ device: { battery_percentage, battery_low } }: Pick<RowProps, 'device'>) {
  return <Battery percentage={battery_percentage} charging={null} status={battery_low ? 'attention' : 'good'} />
}

const useSeen = () => {
  const { t } = useTranslation('fleet')
  const { time_zone } = useUser()
  return (at: string | null) => (at === null ? t('never') : momentIn(at, time_zone))
}

function Change({ device, onChange }: RowProps) {
  const { t } = useTranslation('fleet')
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={t('change_named', { name: device.name })}
      onClick={() => onChange(device)}
    >
      <IconPencil size={20} stroke={1.8} />
    </ActionIcon>
  )
}

function Card({ device, onChange }: RowProps) {
  const { t } = useTranslation(['fleet', 'devices'])
  const seen = useSeen()
  return (
    <div className={classes.card}>
      <div className="bm-grow">
        <Names device={device} />
        <p>
          <StatusWord status={STATUS[device.state]} word={t(`state.${device.state}`)} />
        </p>
        <p>
          <Owner device={device} /> · {t(`devices:plan.${device.plan}`)}
          {device.firmware && ` · ${t('column.firmware')} ${device.firmware}`}
        </p>
        <div className={classes.end}>
          <Charge device={device} />
          <span className="bm-small">
            {t('column.seen')} <span className="bm-nowrap">{seen(device.last_seen_at)}</span>
          </span>
        </div>
      </div>
      <Change device={device} onChange={onChange} />
    </div>
  )
}

function Row({ device, onChange }: RowProps) {
  const { t } = useTranslation(['fleet', 'devices'])
  const seen = useSeen()
  return (
    <tr>
      <th scope="row">
        <Names device={device} />
      </th>
      <td>
        <Owner device={device} />
      </td>
      <td>{t(`devices:plan.${device.plan}`)}</td>
      <td>{device.firmware ?? t('unknown')}</td>
      <td>
        <Charge device={device} />
      </td>
      <td>
        <StatusWord status={STATUS[device.state]} word={t(`state.${device.state}`)} />
      </td>
      <td className="bm-nowrap">{seen(device.last_seen_at)}</td>
      <td>
        <Change device={device} onChange={onChange} />
      </td>
    </tr>
  )
}

const COLUMNS = ['device', 'owner', 'plan', 'firmware', 'battery', 'state', 'seen', 'change'] as const

function Devices({ devices }: { devices: readonly FleetDevice[] }) {
  const { t } = useTranslation('fleet')
  const [changed, setChanged] = useState<FleetDevice | null>(null)
  return (
    <>
      <RecordList
        entries={devices}
        heads={COLUMNS.map(column => t(`column.${column}`))}
        row={device => <Row device={device} onChange={setChanged} />}
        card={device => <Card device={device} onChange={setChanged} />}
      />
      {changed && <RenameDialog device={changed} onClose={() => setChanged(null)} />}
    </>
  )
}

const CLEARED = { search: null, plan: null, state: null, low_battery: null, ownerless: null, page: null } as const

function Filters() {
  const { t } = useTranslation(['fleet', 'devices'])
  const { search = '', plan, state, low_battery, ownerless } = useScreenSearch(fleetScreen)
  const change = useChangeSearch(fleetScreen)
  return (
    <search className={classes.filters}>
      <SearchField
        label={t('search')}
        search={search}
        onSearch={words => void change({ search: words || null, page: null })}
      />
      <Select
        size="md"
        clearable
        aria-label={t('plan_filter')}
        placeholder={t('every_plan')}
        value={plan ?? null}
        data={SubscriptionPlan.options.map(value => ({ value, label: t(`devices:plan.${value}`) }))}
        onChange={value =>
          void change({ plan: SubscriptionPlan.options.find(one => one === value) ?? null, page: null })
        }
      />
      <Select
        size="md"
        clearable
        aria-label={t('state_filter')}
        placeholder={t('every_state')}
        value={state ?? null}
        data={FLEET_STATES.map(value => ({ value, label: t(`state.${value}`) }))}
        onChange={value => void change({ state: FLEET_STATES.find(one => one === value) ?? null, page: null })}
      />
      <Checkbox
        size="md"
        label={t('low_battery')}
        checked={low_battery === true}
        onChange={event => void change({ low_battery: event.currentTarget.checked || null, page: null })}
      />
      <Checkbox
        size="md"
        label={t('ownerless')}
        checked={ownerless === true}
        onChange={event => void change({ ownerless: event.currentTarget.checked || null, page: null })}
      />
    </search>
  )
}

function Fleet() {
  const { t } = useTranslation('fleet')
  const { page = 1, search, plan, state, low_battery, ownerless } = useScreenSearch(fleetScreen)
  const change = useChangeSearch(fleetScreen)
  const flag = (on: boolean | undefined) => (on ? ('1' as const) : undefined)
  const query = { search, plan, state, page, low_battery: flag(low_battery), ownerless: flag(ownerless) }
  const { data } = useQuery({ ...queryOf(api.listFleet, { query }), placeholderData: before => before, ...THROWN })
  const pages = Math.ceil((data?.total ?? 0) / DEVICES_PER_PAGE)
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('title')}</PageHeading>
        {data && (
          <p className="bm-muted" role="status">
            {t('count', { count: data.total })}
          </p>
        )}
      </header>
      <Filters />
      {data === undefined && <PageLoading />}
      {data?.devices.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button onClick={() => void change(CLEARED)}>{t('reset')}</Button>}
        />
      )}
      {data && data.devices.length > 0 && <Devices devices={data.devices} />}
      <PageNumbers page={page} pages={pages} onChange={number => void change({ page: number })} />
    </div>
  )
}

/** All devices of the installation, for administrators. */
export default function FleetPage() {
  return (
    <AdminsOnly>
      <Fleet />
    </AdminsOnly>
  )
}
