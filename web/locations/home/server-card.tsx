import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import type { Status } from '../../ui/status/status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './first-start.module.css'

const GIGABYTE = 1e9
/** Below this much room a server soon stops taking values. */
const LITTLE_ROOM = 2

const WEATHER_STATUS = {
  off: 'no_data',
  waiting: 'pending',
  ok: 'good',
  failing: 'attention',
} as const satisfies Record<string, Status>

function Fact({ status, name, text }: { status: Status; name: string; text: string }) {
  const { t } = useTranslation('ui')
  return (
    <p className={classes.fact}>
      <StatusShape status={status} size={17} />
      <span className="bm-hidden">{t(`status.${status}`)}</span>
      <b>{name}</b>
      <span className="bm-muted">{text}</span>
    </p>
  )
}

/** Setup of the server, for administrators; absent while unknown. */
export function ServerCard() {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { data: server } = useQuery(queryOf(api.getServer, {}))
  if (!server) return null
  const gigabytes = server.free_bytes === null ? null : server.free_bytes / GIGABYTE
  const room = gigabytes === null ? '' : t('server.free', { size: format.value(gigabytes, 0, 'GB') })
  return (
    <section className={`bm-card ${classes.server}`}>
      <h3>{t('server.title')}</h3>
      <Fact
        status={gigabytes !== null && gigabytes < LITTLE_ROOM ? 'attention' : 'good'}
        name={t('server.folder')}
        text={[server.data_dir, room].filter(Boolean).join(', ')}
      />
      <Fact status="good" name={t('server.time')} text={server.time_zone} />
      <Fact
        status="good"
        name={t('server.stores')}
        text={`${t(`server.catalogue.${server.catalogue}`)}, ${t(`server.measurements.${server.measurements}`)}`}
      />
      <Fact
        status={server.mail ? 'good' : 'attention'}
        name={t('server.mail')}
        text={t(server.mail ? 'server.mail_on' : 'server.mail_off')}
      />
      {server.mqtt.client !== 'off' && (
        <Fact
          status={server.mqtt.client === 'connected' ? 'good' : 'attention'}
          name={t('server.mqtt')}
          text={t(`server.mqtt_state.${server.mqtt.client}`)}
        />
      )}
      {server.mqtt.devices !== null && (
        <Fact
          status="good"
          name={t('server.mqtt_own')}
          text={t('server.mqtt_devices', { count: server.mqtt.devices })}
        />
      )}
      <Fact
        status={WEATHER_STATUS[server.weather.state]}
        name={t('server.weather')}
        text={
          server.weather.state === 'ok'
            ? t('server.weather_ok', { count: server.weather.places })
            : t(
                `server.weather_state.${server.weather.problem ?? (server.weather.state === 'off' ? 'off' : 'waiting')}`,
              )
        }
      />
      <p className="bm-muted bm-small">v{server.version}</p>
    </section>
  )
}
