import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
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
import { arrivalOf, type Before } from './arrival.ts'

/** Time between two looks while nothing has come, ms: a message of which every value is refused is no news of the stream. */
const LOOK_AGAIN = 10_000

const decimalsOf = (lists: TaxonomyLists | undefined, key: string): number => {
  const type = lists?.measurement_types.find(({ abbreviation }) => abbreviation === key)
  return lists?.physical_quantities.find(({ abbreviation }) => abbreviation === type?.pq)?.decimals ?? 1
}

/** Reads what came of a device anew with each of its messages, and whenever some may have been missed; undefined until it is read. */
const useArrival = (deviceId: number, keyId: number | undefined, fromNow: boolean) => {
  const client = useQueryClient()
  const params = { id: deviceId }
  const [isTold, setTold] = useState(false)
  const wait = { refetchInterval: isTold ? (false as const) : LOOK_AGAIN }
  const { data: last, isFetchedAfterMount: isLastNew } = useQuery({
    ...queryOf(api.getLast, { query: { device_id: deviceId } }),
    ...wait,
  })
  const { data: refusals, isFetchedAfterMount: areRefusalsNew } = useQuery({
    ...queryOf(api.listRefusals, { params }),
    ...wait,
  })
  const { data: keys } = useQuery({ ...queryOf(api.listKeys, { params }), ...wait })
  useEffect(() => {
    const stop = new AbortController()
    const read = () => void refresh(client, [api.getLast, api.listRefusals, api.listKeys, ...DEVICE_READS])
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
  const [before, setBefore] = useState<Before>()
  // Kept answers may be older than the screen: what came between is no news of it.
  if (last && refusals && !before && (!fromNow || (isLastNew && areRefusalsNew))) setBefore({ last, refusals })
  const made = keyId === undefined ? null : keys?.find(({ id }) => id === keyId)
  const arrival = last && refusals && made !== undefined ? arrivalOf(last, refusals, made, before, fromNow) : undefined
  if (arrival?.told && !isTold) setTold(true)
  return arrival
}

interface Props {
  device: Device
  /** A key that was just made: what came before it, or comes by another one, is not what is waited for. */
  keyId?: number | undefined
  /** True where, without such a key, what is there already counts for nothing. */
  fromNow?: boolean
}

/** Waits for the first message of a device and says what came, with the way to its chart. */
export function FirstMessage({ device, keyId, fromNow = false }: Props) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const now = useNow()
  const { data: lists } = useQuery(LISTS)
  const arrival = useArrival(device.id, keyId, fromNow)
  if (!arrival) return null
  const { told, refused } = arrival
  if (!told) {
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
