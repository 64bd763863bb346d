import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { listenToServer } from '../../kit/api/tab-events.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../list/devices.module.css'
import { DEVICE_READS } from '../queries.ts'

/** Time between two looks while nothing has come, ms: a message of which every value is refused is no news of the stream. */
const LOOK_AGAIN = 10_000

/** The value that tells people most: the temperature, else whatever came first. */
const toldOf = (last: LastValues | undefined): [string, LastValues[string]] | undefined => {
  const all = Object.entries(last ?? {})
  return all.find(([key]) => key === 't') ?? all[0]
}

const decimalsOf = (lists: TaxonomyLists | undefined, key: string): number => {
  const type = lists?.measurement_types.find(({ abbreviation }) => abbreviation === key)
  return lists?.physical_quantities.find(({ abbreviation }) => abbreviation === type?.pq)?.decimals ?? 1
}

/** Reads the last values of a device anew with each of its messages, and whenever some may have been missed. */
const useLastLive = (deviceId: number) => {
  const client = useQueryClient()
  const last = useQuery({
    ...queryOf(api.getLast, { query: { device_id: deviceId } }),
    refetchInterval: ({ state }) => (toldOf(state.data) ? false : LOOK_AGAIN),
  })
  useEffect(() => {
    const stop = new AbortController()
    const read = () => void refresh(client, [api.getLast, ...DEVICE_READS])
    listenToServer(
      {
        device_id: deviceId,
        take: ({ event }) => event === 'measurement' && read(),
        begin: read,
        catchUp: read,
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [client, deviceId])
  return last.data
}

/** Waits for the first message of a device and says what came, with the way to its chart. */
export function FirstMessage({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const now = useNow()
  const { data: lists } = useQuery(LISTS)
  const last = useLastLive(device.id)
  const told = toldOf(last)
  const { data: current = device } = useQuery({
    ...queryOf(api.readSensor, { params: { id: device.id } }),
    refetchInterval: last && !told ? LOOK_AGAIN : false,
  })
  if (!last) return null
  if (!told) {
    const refused = current.main_refusal
    return (
      <div className={classes.first} data-status={refused ? 'attention' : 'pending'} role="status">
        <StatusShape status={refused ? 'attention' : 'pending'} size={26} />
        <p className="bm-grow">
          {refused ? t('first_message.refused', { reason: refused.message }) : t('first_message.waiting')}
        </p>
      </div>
    )
  }
  const [key, { value, unit, time }] = told
  return (
    <div className={classes.first} data-status="good" role="status">
      <StatusShape status="good" size={26} />
      <p className="bm-grow">
        <b>{t('first_message.got', { value: format.value(value, decimalsOf(lists, key), unit) })}</b>
        <span className="bm-small bm-muted">{format.age(time, now)}</span>
      </p>
      <Button component={ScreenLink} to={linkTo(dataScreen, { params: { id: device.id } })}>
        {t('first_message.chart')}
      </Button>
    </div>
  )
}
