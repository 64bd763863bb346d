import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { shownStatus } from '#shared/rules/locations/area-state.ts'
import { queryOf } from '../../kit/api/query.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useScreenSearch } from '../../kit/routing/link.tsx'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { dataScreen, scheduleScreen } from '../screens.ts'
import classes from './data.module.css'
import type { DeviceOption } from './device-picker.tsx'
import { type Subject, subjectOfDevice, subjectPlaceName } from './subject.ts'

interface Props {
  target: ReactElement
  subject: Subject
  choices: DeviceOption[]
}

export default function DeviceList({ target, subject, choices }: Props) {
  const { t } = useTranslation('measurements')
  const search = useScreenSearch(dataScreen)
  // A research period is only of a placement.
  const { interval, ...rest } = search
  const kept = interval === 'research' ? rest : search
  const placements = usePlacements(subject.device_id)
  return (
    <Menu position="bottom-start" width={320} shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.pickerList}>
        <Menu.Label>{t('devices')}</Menu.Label>
        {choices.map(({ device, ...state }) => (
          <Menu.Item
            key={device.id}
            component={ScreenLink}
            to={linkTo(dataScreen, { params: { id: device.id }, search: kept })}
            leftSection={<StatusShape status={shownStatus(state)} size={18} />}
            aria-current={('device_id' in subject.target && device.id === subject.target.device_id) || undefined}
          >
            {subjectPlaceName(subjectOfDevice(device))}
            <span className={classes.pickerSub}>
              {device.placement ? `${device.placement.location_name} · ${device.name}` : t('not_placed')}
            </span>
          </Menu.Item>
        ))}
        {placements.length > 0 && <Menu.Label>{t('research_periods', { device: subject.device_name })}</Menu.Label>}
        {placements.map(lr => (
          <Menu.Item
            key={`lr ${lr.id}`}
            component={ScreenLink}
            to={linkTo(scheduleScreen, { params: { id: lr.id }, search: { ...search, interval: 'research' } })}
            aria-current={
              ('location_research_id' in subject.target && lr.id === subject.target.location_research_id) || undefined
            }
          >
            {lr.research_name ?? lr.area_name}
            <span className={classes.pickerSub}>
              {lr.area_name} · <Dates placement={lr} />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Placements of the device, now and before, newest first. */
const usePlacements = (deviceId: number): LocationResearch[] => {
  const { data = [] } = useQuery(queryOf(api.listLocationResearch, {}))
  return data.filter(lr => lr.device_id === deviceId).sort((a, b) => b.start.localeCompare(a.start))
}

function Dates({ placement: { start, end, time_zone } }: { placement: LocationResearch }) {
  const { t } = useTranslation('measurements')
  const day = (time: string) => dayIn(Date.parse(time), time_zone)
  return end === null ? t('since', { day: day(start) }) : `${day(start)} ${t('to')} ${day(end)}`
}
