import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WallArea, WallClimate } from '#shared/contract/places/displays.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { useNow } from '../kit/time/now.ts'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { GradeBarn } from '../ui/icons/grade-barn.tsx'
import { SpeciesGlyph } from '../ui/icons/species-glyph.tsx'
import { StatusShape } from '../ui/status/status-shape.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { schemeOf, useAwake, useFreshPage, useScheme } from './use-wall.ts'
import classes from './wall.module.css'
import { useWallClimate } from './wall-read.ts'

type Value = WallArea['values'][number]

function WallValue({ value, now }: { value: Value; now: number }) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const isOld = freshnessOf(value.time, now) !== 'fresh'
  const status = isOld ? 'stale' : (value.status ?? 'not_graded')
  return (
    <li className={classes.value} data-status={status}>
      <span className={classes.name}>
        <StatusShape status={status} size={22} />
        <span className="bm-hidden">{t(`status.${status}`)}</span>
        <QuantityName name={value.name} />
      </span>
      <b className="bm-num">
        {format.figure(value.value, value.decimals, value.unit)}
        <span className={classes.unit}>{format.unit(value.unit)}</span>
      </b>
      {isOld && <span className={classes.age}>{format.age(value.time, now)}</span>}
    </li>
  )
}

function AreaCard({ area, now }: { area: WallArea; now: number }) {
  const { t } = useTranslation('displays')
  const format = useFormat()
  const status = area.stale ? 'stale' : area.status
  return (
    <section className={`bm-card ${classes.area}`} data-status={status}>
      <header>
        <GradeBarn grade={area.grade} status={status} size={84} />
        <div className="bm-grow">
          <h2>{area.area_name}</h2>
          <p className={classes.species}>
            {area.species && <SpeciesGlyph species={area.species} size={26} />}
            {area.species_name}
          </p>
        </div>
        <span className={classes.status}>
          <StatusWord status={status} size={26} />
        </span>
      </header>
      {area.values.length > 0 && (
        <ul className={classes.values}>
          {area.values.map(value => (
            <WallValue key={value.key} value={value} now={now} />
          ))}
        </ul>
      )}
      <p className={classes.measured}>
        {area.last_time ? t('measured', { age: format.age(area.last_time, now) }) : t('nothing')}
      </p>
    </section>
  )
}

/** Time without an answer (ms) after which the climate is said to be old. */
const SILENT = MINUTE_MS

function Lost({ since, zone }: { since: number; zone: string }) {
  const { t } = useTranslation('displays')
  return (
    <div role="alert" className={classes.lost}>
      <IconCloudOff size={52} stroke={1.8} />
      <div>
        <b>{t('lost')}</b>
        <p>{t('lost_since', { time: momentIn(since, zone) })}</p>
      </div>
    </div>
  )
}

/** Areas that leave room for figures to be read from far away. */
const FEW = 2

function Wall({ climate, answeredAt, lost }: { climate: WallClimate; answeredAt: number; lost: boolean }) {
  const { t } = useTranslation('displays')
  const now = useNow()
  const awake = useAwake()
  const isSilent = Date.now() - answeredAt > SILENT
  useScheme(schemeOf(climate, now))
  useFreshPage(lost)
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <PageHeading>{climate.location_name}</PageHeading>
        <span className="bm-num">{momentIn(now, climate.time_zone)}</span>
      </header>
      {isSilent && <Lost since={answeredAt} zone={climate.time_zone} />}
      {climate.areas.length === 0 ? (
        <EmptyState title={t('no_areas_title')} text={t('no_areas_text')} />
      ) : (
        <div
          className={classes.areas}
          data-old={isSilent || undefined}
          data-few={climate.areas.length <= FEW || undefined}
        >
          {climate.areas.map(area => (
            <AreaCard key={area.area_id} area={area} now={now} />
          ))}
        </div>
      )}
      {!awake && <p className="bm-muted">{t('not_awake')}</p>}
    </main>
  )
}

/** A screen on a wall: the climate of one location for whoever stands before it, without account and without controls. */
export default function WallPage() {
  const { t } = useTranslation('displays')
  const { climate, ended, answeredAt, isFirst, lost } = useWallClimate()
  if (ended) return <EmptyState page title={t('ended_title')} text={t('ended_text')} />
  if (climate) return <Wall climate={climate} answeredAt={answeredAt} lost={lost} />
  return isFirst && !lost ? <PageLoading /> : <EmptyState page title={t('lost')} text={t('lost_first')} />
}
