import { Button, RingProgress } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Focus } from '#shared/contract/devices/device-settings.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { isKeyOf } from '#shared/rules/collections/keys.ts'
import { FOCUS_CONFIRM_MS, FOCUS_LASTS_MS } from '#shared/rules/devices/camera-focus.ts'
import { hasPhotos } from '#shared/rules/devices/plan.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from '../settings/settings.module.css'

const RUNNING_MS = 2000
const IDLE_MS = 30_000
const STATUS = { activating: 'pending', active: 'good', failed: 'act_now', deactivated: 'no_data' } as const
const LENGTH = { activating: FOCUS_CONFIRM_MS / 1000, active: FOCUS_LASTS_MS / 1000 } as const

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts down from what the server said, by this device's own clock. */
const useLeft = (focus: Focus, readAt: number): number => {
  const now = useNow(500)
  return Math.max(0, (focus.seconds_left ?? 0) - Math.max(0, Math.floor((now - readAt) / 1000)))
}

function Running({ focus, readAt, device }: { focus: Focus; readAt: number; device: Device }) {
  const { t } = useTranslation('device-settings')
  const left = useLeft(focus, readAt)
  const whole = isKeyOf(LENGTH, focus.state) ? LENGTH[focus.state] : Number.NaN
  return (
    <div className={classes.focusRow}>
      <RingProgress
        size={64}
        thickness={6}
        roundCaps
        aria-hidden="true"
        rootColor="var(--bm-sunk)"
        sections={[{ value: (100 * left) / whole, color: 'var(--bm-steel)' }]}
        label={<span className={classes.ringText}>{clock(left)}</span>}
      />
      <p role="timer" aria-live="off">
        <b>
          {focus.state === 'active' ? t('focus.left', { time: clock(left) }) : t('focus.asked', { name: device.name })}
        </b>
        <span className="bm-small bm-muted">
          {t(focus.state === 'active' ? 'focus.active_help' : 'focus.activating_help')}
        </span>
      </p>
    </div>
  )
}

function Resting({ focus, device }: { focus: Focus; device: Device }) {
  const { t } = useTranslation('device-settings')
  const format = useFormat()
  const now = useNow()
  const Icon = focus.state === 'failed' ? IconCameraOff : IconCamera
  const seen = device.last_seen_date ? format.age(device.last_seen_date, now) : t('never')
  const title =
    focus.state === 'failed'
      ? t('focus.failed_title', { name: device.name })
      : focus.ended_at
        ? t('focus.ended', { age: format.age(focus.ended_at, now) })
        : t('focus.ready')
  return (
    <div className={classes.focusRow}>
      <span className={classes.lens}>
        <Icon size={28} stroke={1.8} aria-hidden="true" />
      </span>
      <p>
        <b>{title}</b>
        <span className="bm-small bm-muted">
          {focus.state === 'failed' ? t('focus.failed_help', { seen }) : t('focus.ready_help')}
        </span>
      </p>
    </div>
  )
}

/** The newest picture; of this very focusing while it runs. */
function Picture({ device, focus, running }: { device: Device; focus: Focus; running: boolean }) {
  const { t } = useTranslation('device-settings')
  const { data } = useQuery({
    ...queryOf(api.listLastPhotos, { query: { device_id: device.id } }),
    refetchInterval: running ? RUNNING_MS : IDLE_MS,
    enabled: hasPhotos(device.plan),
  })
  const photo = data?.find(({ kind }) => kind === 'normal')
  const isOld = running && photo !== undefined && photo.time < (focus.asked_at ?? '')
  if (photo && !isOld)
    return (
      <figure className={classes.focusPicture}>
        <img src={photo.web} alt={t('focus.picture')} />
        <figcaption>{momentIn(photo.time, device.placement?.time_zone ?? DEFAULT_TIME_ZONE)}</figcaption>
      </figure>
    )
  return (
    <p className={classes.focusPicture}>
      <IconCamera size={28} stroke={1.8} aria-hidden="true" />
      {t(running ? 'focus.waiting_picture' : 'focus.no_picture')}
    </p>
  )
}

/** Focus mode of the camera, with its newest picture. */
export function FocusCard({ device }: { device: Device }) {
  const { t } = useTranslation('device-settings')
  const { data: focus, dataUpdatedAt } = useQuery({
    ...queryOf(api.getFocus, { params: { id: device.id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'activating' || data?.state === 'active' ? RUNNING_MS : IDLE_MS,
  })
  const start = useApiMutation(api.startFocus, { refresh: [api.getFocus] })
  const stop = useApiMutation(api.stopFocus, { refresh: [api.getFocus] })
  if (!focus) return null
  const params = { params: { id: device.id } }
  const running = focus.state === 'activating' || focus.state === 'active'
  const failure = start.error ?? stop.error
  return (
    <section className={`bm-card ${classes.side}`} aria-labelledby="focus">
      <header>
        <h2 id="focus">{t('focus.title')}</h2>
        <span className="bm-grow" />
        <span role="status">
          {focus.asked_at && <StatusWord status={STATUS[focus.state]} word={t(`focus.${focus.state}`)} size={16} />}
        </span>
      </header>
      <Picture device={device} focus={focus} running={running} />
      {running ? (
        <Running focus={focus} readAt={dataUpdatedAt} device={device} />
      ) : (
        <Resting focus={focus} device={device} />
      )}
      {failure && <Note status="act_now">{failure.message || t('focus.not_started')}</Note>}
      {running ? (
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(params)}>
          {t(focus.state === 'active' ? 'focus.stop' : 'focus.cancel')}
        </Button>
      ) : (
        <Button loading={start.isPending} onClick={() => start.mutate(params)}>
          {t(focus.state === 'failed' ? 'focus.again' : 'focus.start')}
        </Button>
      )}
    </section>
  )
}
