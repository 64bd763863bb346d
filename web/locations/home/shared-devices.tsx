import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { type AreaDeviceState, shownStatus, stateOfDevice, worseFirst } from '#shared/rules/locations/area-state.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { GradeBarn } from '../../ui/icons/grade-barn.tsx'
import { useComfort } from '../../ui/status/comfort.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { Value } from '../area/area-parts.tsx'
import type { HomeData } from '../queries.ts'
import { newLocationScreen } from '../screens.ts'
import classes from './home.module.css'

interface RowProps {
  device: Device
  state: AreaDeviceState
  first: boolean
  last: boolean
}

function DeviceRow({ device, state, first, last }: RowProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const comfort = useComfort()
  const now = useNow()
  const { placement } = device
  const { finding, lastTime } = state
  return (
    <article className={classes.row} data-first={first || undefined} data-last={last || undefined}>
      <GradeBarn grade={state.grade} status={shownStatus(state)} size={34} />
      <h3>
        <ScreenLink to={linkTo(dataScreen, { params: { id: device.id } })} className={classes.whole}>
          {placement?.area_name ?? device.name}
        </ScreenLink>
      </h3>
      <span className={classes.rowWhose}>
        <span className={classes.animals}>{placement?.location_name}</span>
      </span>
      <p className={classes.said}>
        <StatusWord status={shownStatus(state)} {...(lastTime === null && { word: t('not_started') })} />
        {finding && (
          <>
            <Value finding={finding} />
            <span className="bm-small bm-muted">{comfort(finding)}</span>
          </>
        )}
      </p>
      <span className={classes.device}>
        <span>{[placement && device.name, lastTime && format.age(lastTime, now)].filter(Boolean).join(' · ')}</span>
      </span>
    </article>
  )
}

/** Home of who has devices and no location: what they may see, worst first, each day; and the way to a farm of their own. */
export default function SharedDevices({ read }: { read: HomeData }) {
  const { t } = useTranslation('locations')
  const now = useNow()
  const rows = read.devices
    .map(device => ({
      device,
      state: stateOfDevice(read.last[device.id] ?? {}, device.placement?.area_type_id, read.lists, now),
    }))
    .sort((one, other) => worseFirst(one.state, other.state) || one.device.name.localeCompare(other.device.name))
  return (
    <>
      <header className={classes.head}>
        <div className={`bm-grow ${classes.sentence}`}>
          <PageHeading>{t('shared.title')}</PageHeading>
          <p className="bm-muted">{t('shared.text')}</p>
        </div>
        <Button
          variant="default"
          component={ScreenLink}
          to={linkTo(newLocationScreen)}
          leftSection={<IconPlus size={20} stroke={2} />}
        >
          {t('shared.own')}
        </Button>
      </header>
      <div>
        {rows.map((row, index) => (
          <DeviceRow key={row.device.id} {...row} first={index === 0} last={index === rows.length - 1} />
        ))}
      </div>
    </>
  )
}
