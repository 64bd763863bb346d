import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResearchPlace } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { useRead } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { scheduleScreen } from '../../measurements/screens.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { projectPlacesRead } from '../queries.ts'
import { PlaceData } from './place-data.tsx'
import { useDates } from './project-words.ts'
import classes from './projects.module.css'

/** A mean of less says little (science of the product, section 5). */
const LITTLE = 0.75

function Coverage({ share }: { share: number | null }) {
  const { t } = useTranslation('projects')
  if (share === null) return <span className="bm-small bm-muted">{t('places.none')}</span>
  const low = share < LITTLE
  return (
    <span className={classes.coverage}>
      {low && <StatusShape status="attention" size={16} />}
      <span className={classes.bar} data-low={low || undefined} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      {Math.floor(share * 100)} %
    </span>
  )
}

function Shared({ place }: { place: ResearchPlace }) {
  const { t } = useTranslation('projects')
  const dates = useDates()
  return place.readable.map(({ from, until }) => (
    <span key={from} className="bm-small bm-muted">
      {until === null
        ? t('places.shared_open', { from: dates.day(from) })
        : t('places.shared', { from: dates.day(from), until: dates.lastDay(until) })}
    </span>
  ))
}

/** Places and times at which a project measures, with how much of it is there. */
export function ProjectPlaces({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const places = useRead(projectPlacesRead(project.id))
  const dates = useDates()
  const [shown, setShown] = useState<ResearchPlace | null>(null)
  const counts = {
    areas: new Set(places.map(({ area_id }) => area_id)).size,
    devices: new Set(places.map(({ device_id }) => device_id)).size,
  }
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.line}>
        <h2>{t('places.title')}</h2>
        <span className="bm-small bm-muted">{t('places.count', counts)}</span>
      </header>
      {places.length === 0 ? (
        <p className="bm-muted">{t('places.empty')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {(['area', 'location', 'device', 'time', 'coverage'] as const).map(head => (
                  <th key={head} scope="col">
                    {t(`places.${head}`)}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {places.map(place => (
                <tr key={place.location_research_id}>
                  <th scope="row">{place.area_name}</th>
                  <td>
                    {place.location_name}
                    {place.pseudonymous && place.lat !== null && place.lon !== null && (
                      <div className="bm-small bm-muted">
                        {t('places.near', { lat: place.lat.toFixed(2), lon: place.lon.toFixed(2) })}
                      </div>
                    )}
                  </td>
                  <td>{place.device_name}</td>
                  <td>{place.pseudonymous ? <Shared place={place} /> : dates.period(place)}</td>
                  <td>
                    <Coverage share={place.coverage} />
                  </td>
                  <td>
                    {place.pseudonymous ? (
                      <Button size="compact-md" variant="default" onClick={() => setShown(place)}>
                        {t('places.show')}
                      </Button>
                    ) : (
                      <Button
                        size="compact-md"
                        variant="default"
                        component={ScreenLink}
                        to={linkTo(scheduleScreen, {
                          params: { id: place.location_research_id },
                          search: { interval: 'research' },
                        })}
                      >
                        {t('places.open')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {places.some(({ pseudonymous }) => pseudonymous) && <p className="bm-small bm-muted">{t('places.pseudonyms')}</p>}
      {shown && <PlaceData project={project} place={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
