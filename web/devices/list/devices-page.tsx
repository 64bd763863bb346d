import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { useRead } from '../../kit/api/query.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo, type SearchFor } from '../../kit/routing/address.ts'
import { useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { Offers } from '../../offers/offers.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useSelection } from '../../ui/selection/selection.ts'
import { AddDevice, type Added, AddedDevice } from '../add/add-device.tsx'
import { ClaimDialog } from '../add/claim-dialog.tsx'
import { HeardNote } from '../discovered/heard-note.tsx'
import { PlaceHereDialog } from '../placement/place-dialog.tsx'
import { DEVICES } from '../queries.ts'
import { devicesScreen } from '../screens.ts'
import { DeviceBulk } from './bulk/device-bulk.tsx'
import { DeviceCards } from './device-card.tsx'
import { DeviceDialogs, type Task } from './device-dialogs.tsx'
import {
  type DeviceFilters,
  deviceFiltersIn,
  deviceSearch,
  matchesDeviceFilters,
  sortedDevices,
} from './device-list.ts'
import { presenceOf } from './device-state.ts'
import { DeviceTable } from './device-table.tsx'
import { DeviceToolbar } from './device-toolbar.tsx'
import classes from './devices.module.css'

function Summary({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation('devices')
  const count = (presence: ReturnType<typeof presenceOf>) =>
    devices.filter(device => presenceOf(device) === presence).length
  const parts = (['online', 'late', 'silent', 'not_started'] as const)
    .map(presence => [presence, count(presence)] as const)
    .filter(([, number]) => number > 0)
    .map(([presence, number]) => t(`count.${presence}`, { count: number }))
  return <p className="bm-muted">{[t('count.devices', { count: devices.length }), ...parts].join(', ')}</p>
}

function List({
  devices,
  filters,
  onFilter,
}: {
  devices: readonly Device[]
  filters: DeviceFilters
  onFilter: OnFilter
}) {
  const { t } = useTranslation('devices')
  const isDesktop = useIsDesktop()
  const [task, setTask] = useState<{ device: Device; task: Task } | null>(null)
  const onTask = useCallback((device: Device, next: Task) => setTask({ device, task: next }), [])
  // Typing goes before drawing hundreds of rows.
  const wanted = useDeferredValue(filters)
  const found = useMemo(
    () =>
      sortedDevices(
        devices.filter(device => matchesDeviceFilters(device, wanted)),
        wanted,
      ),
    [devices, wanted],
  )
  const selection = useSelection(found)
  const chosen = useMemo(() => selection.chosen && new Set(selection.chosen), [selection.chosen])
  const choosing = { chosen, onChoose: selection.toggle }
  return (
    <>
      <DeviceToolbar
        count={found.length}
        all={devices.length}
        choosing={chosen !== null}
        onChoosing={on => (on ? selection.begin() : selection.leave())}
        {...{ filters, onFilter }}
      />
      {found.length === 0 && <EmptyState title={t('filter.none_title')} text={t('filter.none_text')} />}
      {found.length > 0 && isDesktop && (
        <DeviceTable devices={found} filters={filters} onFilter={onFilter} onTask={onTask} {...choosing} />
      )}
      {found.length > 0 && !isDesktop && <DeviceCards devices={found} onTask={onTask} {...choosing} />}
      <DeviceBulk devices={found} selection={selection} />
      {task && (
        <DeviceDialogs
          device={devices.find(({ id }) => id === task.device.id) ?? task.device}
          task={task.task}
          onTask={next => (next ? setTask({ ...task, task: next }) : setTask(null))}
        />
      )}
    </>
  )
}

type OnFilter = (change: Partial<DeviceFilters>) => void

export const reads = () => [DEVICES] as const

export default function DevicesPage() {
  const { t } = useTranslation('devices')
  const toScreen = useGo()
  const phone = usePhone()
  const search = useScreenSearch(devicesScreen)
  const data = useRead(DEVICES)
  const filters = useMemo(() => deviceFiltersIn(search), [search])
  // Kept out of the address: a page that is loaded again would offer another new device.
  const [added, setAdded] = useState<Added>()
  const { area } = search
  const go = (next: SearchFor<typeof devicesScreen>) =>
    void toScreen(linkTo(devicesScreen, { search: next }), { replace: true })
  const onFilter: OnFilter = change => go(deviceSearch({ ...filters, ...change }))
  const close = () => go(deviceSearch(filters))
  // A device claimed for an area is placed there next.
  const closeClaim = () => go({ ...deviceSearch(filters), area })
  const placeable = data.filter(({ may }) => may.includes('place'))
  // A person who came to place a device and has none adds one.
  const adds = search.new || (area !== undefined && !search.claim && !added && placeable.length === 0)
  const some = data.length > 0
  const claim = () => go({ ...deviceSearch(filters), area, claim: '-' })
  const actions = (
    <>
      {phone && some ? (
        <ActionIcon variant="default" size={48} aria-label={t('claim.title')} onClick={claim}>
          <IconQrcode size={22} stroke={1.8} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconQrcode size={20} stroke={1.8} />} onClick={claim}>
          {t('claim.title')}
        </Button>
      )}
      <Button
        leftSection={<IconPlus size={20} stroke={2} />}
        onClick={() => go({ ...deviceSearch(filters), area, new: true })}
      >
        {t(phone && some ? 'add_short' : 'add')}
      </Button>
    </>
  )
  return (
    <>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('title')}</PageHeading>
          {some && <Summary devices={data} />}
        </div>
        {some && actions}
      </header>
      <Offers showsNone={search.offers === true} />
      <HeardNote />
      {some ? (
        <List devices={data} filters={filters} onFilter={onFilter} />
      ) : (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={actions} />
      )}
      {adds && (
        <AddDevice
          areaId={area}
          onClose={close}
          onCode={claim}
          onAdded={next => {
            setAdded(next)
            close()
          }}
        />
      )}
      {added && <AddedDevice added={added} onClose={() => setAdded(undefined)} />}
      {area && !search.new && !search.claim && !added && placeable.length > 0 && (
        <PlaceHereDialog areaId={area} devices={placeable} onClose={close} />
      )}
      {search.claim && <ClaimDialog code={search.claim.replace(/^-$/, '')} onClose={close} onClaimed={closeClaim} />}
    </>
  )
}
