import { Button } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { devicesScreen } from '../../devices/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useWholeAtOnce } from '../../kit/first-paint/progressive.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import { serverNow, useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { ARRANGEMENTS } from '../chart-cards/arrangement.ts'
import { DATA_READS, useDataLists } from '../queries.ts'
import { dataScreen } from '../screens.ts'
import { choicesOf, worstOf } from './choices.ts'
import { DeviceData } from './device-data.tsx'
import { subjectOfDevice } from './subject.ts'

/** The device that needs somebody most, if what that is judged by has been read already. */
export const worstDevice = (client: QueryClient): Device | undefined => {
  const devices = client.getQueryData(queryOf(api.listSensors, {}).queryKey)
  const last = client.getQueryData(queryOf(api.listLast, {}).queryKey)
  const lists = client.getQueryData(queryOf(api.getTaxonomy, {}).queryKey)
  const worst = devices && last && lists && worstOf(choicesOf({ devices, last, lists }, serverNow()))
  return worst?.device
}

export const reads = () => [...DATA_READS, ARRANGEMENTS]

export default function DataPage() {
  const params = useScreenParams(dataScreen)
  const lists = useDataLists()
  const now = useNow()
  // A device is drawn in slices, between which the page answers.
  const id = useDeferredValue(params.id)
  // But at once where somebody may come back to a place further down.
  const read = useDeferredValue(lists, useWholeAtOnce() ? undefined : null)
  if (!read) return <PageLoading />
  const choices = choicesOf(read, now)
  const chosen = id === undefined ? worstOf(choices) : choices.find(({ device }) => device.id === id)
  if (!chosen && id !== undefined) throw notFound()
  if (!chosen) return <NoDevice />
  const { device } = chosen
  return (
    <>
      {id === undefined && <ToWorst device={device} />}
      <DeviceData key={device.id} subject={subjectOfDevice(device)} state={chosen} choices={choices} read={read} />
    </>
  )
}

function NoDevice() {
  const { t } = useTranslation(['measurements', 'app'])
  return (
    <>
      <PageHeading className="bm-hidden">{t('app:title.data')}</PageHeading>
      <EmptyState
        title={t('empty_title')}
        text={t('empty_text')}
        action={
          <Button component={ScreenLink} to={linkTo(devicesScreen)}>
            {t('empty_action')}
          </Button>
        }
      />
    </>
  )
}

/** `/data` without a device shows the one that needs somebody most, and says so in its address. */
function ToWorst({ device }: { device: Device }) {
  const go = useGo()
  const search = useScreenSearch(dataScreen)
  useEffect(() => {
    void go(linkTo(dataScreen, { params: { id: device.id }, search }), { replace: true })
  }, [go, device.id, search])
  return null
}
