import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceSettings } from '#shared/contract/devices/device-settings.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { type SettingGroup as Group, settingField } from '#shared/rules/devices/device-settings.ts'
import { queryOf, type Read, useApiMutation, useReads } from '../../kit/api/query.ts'
import { readSession, useUser } from '../../kit/api/session.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { useNow } from '../../kit/time/now.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { Battery } from '../../ui/status/battery.tsx'
import { batteryStatus } from '../../ui/status/battery-status.ts'
import { ChangesCard, HistoryCard } from '../list/changes-card.tsx'
import { Connection, Power } from '../list/connection.tsx'
import { FocusCard } from '../placement/focus-card.tsx'
import { DEVICES } from '../queries.ts'
import { deviceSettingsScreen } from '../screens.ts'
import { type SettingEdits, SettingGroupCard } from './setting-group.tsx'
import { type Edits, problemsOf } from './setting-values.ts'
import classes from './settings.module.css'

const RELOAD = 5000
const LEFT: readonly Group[] = ['camera', 'thermal', 'intervals']
const RIGHT: readonly Group[] = ['network', 'modem', 'led', 'pump']

function Groups({
  groups,
  settings,
  editing,
}: {
  groups: readonly Group[]
  settings: DeviceSettings
  editing: SettingEdits
}) {
  const { t } = useTranslation('device-settings')
  return (
    <div>
      <div className={classes.columns} aria-hidden="true">
        <span>{t('column.setting')}</span>
        <span>{t('column.wanted')}</span>
        <span>{t('column.reported')}</span>
      </div>
      {groups.map(group => (
        <SettingGroupCard
          key={group}
          group={group}
          settings={settings.settings.filter(({ field }) => settingField(field).group === group)}
          editing={editing}
        />
      ))}
    </div>
  )
}

function Seen({ device }: { device: Device }) {
  const { t } = useTranslation('device-settings')
  const format = useFormat()
  const now = useNow()
  return (
    <section className={`bm-card ${classes.side} ${classes.seen}`}>
      <Battery percentage={device.battery_percentage} charging={device.charging} status={batteryStatus(device)} />
      <span className="bm-muted">
        <Power device={device} />
      </span>
      <Connection device={device} />
      <span className="bm-small bm-muted">
        {device.last_seen_date ? t('seen', { age: format.age(device.last_seen_date, now) }) : t('never')}
      </span>
    </section>
  )
}

function Sheet({ device, settings }: { device: Device; settings: DeviceSettings }) {
  const { t } = useTranslation('device-settings')
  const [edits, setEdits] = useState<Edits>({})
  // The version the first change was made from: the page is read anew every few seconds, and what it shows by then may be
  // somebody else's.
  const [from, setFrom] = useState<number | null>(null)
  const client = useQueryClient()
  const send = useApiMutation(api.changeDeviceSettings, { refresh: [api.getDeviceSettings] })
  const problems = problemsOf(edits, settings.settings, t)
  const edit = (next: Edits) => {
    const none = Object.keys(next).length === 0
    setFrom(none ? null : (from ?? settings.version))
    setEdits(next)
  }
  const editing: SettingEdits = { edits, problems, onEdit: edit }
  // Sending again is meant when it has been said and theirs is on the screen.
  const overtaken = async () => {
    const query = queryOf(api.getDeviceSettings, { params: { id: device.id } })
    const { version } = await client.fetchQuery({ ...query, staleTime: 0 })
    setFrom(version)
  }
  const onSend = () =>
    send.mutate(
      { params: { id: device.id }, body: { version: from ?? settings.version, settings: edits } },
      {
        onSuccess: () => edit({}),
        onError: ({ code }) => (code === 'conflict' ? void overtaken().catch(() => undefined) : undefined),
      },
    )
  const failure = send.error
  const told = failure && (failure.message || t('not_saved'))
  return (
    <div className={classes.page}>
      <LeaveGuard when={Object.keys(edits).length > 0} />
      <Groups groups={LEFT} settings={settings} editing={editing} />
      <Groups groups={RIGHT} settings={settings} editing={editing} />
      <div className={classes.aside}>
        <ChangesCard
          settings={settings}
          editing={editing}
          busy={send.isPending}
          failure={failure?.code === 'conflict' ? t('conflict') : told}
          onSend={onSend}
        />
        {device.plan !== 'light' && <FocusCard device={device} />}
        <Seen device={device} />
        <HistoryCard changes={settings.changes} />
      </div>
    </div>
  )
}

const settingsRead = (id: string | number) => ({
  ...queryOf(api.getDeviceSettings, { params: { id: Number(id) } }),
  refetchInterval: RELOAD,
})

export const reads = ({ params: { id = '' } }: PageAddress): readonly Read[] =>
  readSession().user?.admin ? [DEVICES, settingsRead(id)] : []

function ForAdministrators({ id }: { id: number }) {
  const { t } = useTranslation(['device-settings', 'devices', 'app'])
  const [devices, settings] = useReads([DEVICES, settingsRead(id)])
  const device = devices.find(one => one.id === id)
  usePageName(device?.name)
  if (!device) throw notFound()
  return (
    <>
      <header className={classes.head}>
        <PageHeading>{device.name}</PageHeading>
        <span className="bm-muted">
          {device.placement
            ? `${device.placement.area_name}, ${device.placement.location_name}`
            : t('devices:in_store')}
        </span>
        <span className="bm-tag" data-plan={device.plan}>
          {t(`devices:plan.${device.plan}`)}
        </span>
        <span className="bm-grow" />
        <span className={`bm-tag ${classes.admin}`}>
          <IconShieldCheck size={16} stroke={1.9} aria-hidden="true" />
          {t('app:drawer.admin')}
        </span>
      </header>
      <Sheet key={device.id} device={device} settings={settings} />
    </>
  )
}

export default function DeviceSettingsPage() {
  const { t } = useTranslation('device-settings')
  const { id } = useScreenParams(deviceSettingsScreen)
  if (useUser().admin) return <ForAdministrators id={id} />
  return (
    <ErrorState page icon={<IconLock size={30} stroke={1.8} />} title={t('admins_only')} text={t('admins_only_text')} />
  )
}
