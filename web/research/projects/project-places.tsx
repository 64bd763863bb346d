import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResearchPlace } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { useRead } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { scheduleScreen } from '../../measurements/screens.ts'
import { RecordList } from '../../ui/data-display/record-list.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { projectPlacesRead } from '../queries.ts'
import { PlaceData } from './place-data.tsx'
import { useDates } from './project-words.ts'
import classes from './projects.module.css'

/** A mean of less says little (science of the product, section 5). */
const LITTLE = 0.75

function Coverage({ share }: { share: number | null }) {
  const { t } = useTranslation('projects')
  const { value: percent } = useFormat()
  if (share === null) return <span className="bm-small bm-muted">{t('places.none')}</span>
  const low = share < LITTLE
  return (
    <span className={classes.coverage}>
      {low && <StatusShape status="attention" size={16} />}
      <span className={classes.bar} data-low={low || undefined} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <b className={classes.share}>{percent(Math.floor(share * 100), 0, '%')}</b>
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

/** Name of an area's location, or roughly where it lies while it has none. */
function Where({ place }: { place: ResearchPlace }) {
  const { t } = useTranslation('projects')
  const { number } = useFormat()
  const { location_name, pseudonymous, lat, lon } = place
  return (
    <>
      {location_name}
      {pseudonymous && lat !== null && lon !== null && (
        <div className="bm-small bm-muted">{t('places.near', { lat: number(lat, 2), lon: number(lon, 2) })}</div>
      )}
    </>
  )
}

function Time({ place }: { place: ResearchPlace }) {
  const dates = useDates()
  return place.pseudonymous ? <Shared place={place} /> : <span>{dates.period(place)}</span>
}

function Open({ place, onShow }: { place: ResearchPlace; onShow: () => void }) {
  const { t } = useTranslation('projects')
  const hidden = <span className="bm-hidden">{`${place.area_name}, ${place.device_name}`}</span>
  if (place.pseudonymous)
    return (
      <Button size="sm" variant="default" onClick={onShow}>
        {t('places.show')} {hidden}
      </Button>
    )
  return (
    <Button
      size="sm"
      variant="default"
      component={ScreenLink}
      to={linkTo(scheduleScreen, { params: { id: place.location_research_id }, search: { interval: 'research' } })}
    >
      {t('places.open')} {hidden}
    </Button>
  )
}

/** Places and times at which a project measures, with how much of it is there. */
export function ProjectPlaces({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const places = useRead(projectPlacesRead(project.id))
  const [chosen, setChosen] = useState<ResearchPlace | null>(null)
  const counts = {
    areas: new Set(places.map(({ area_id }) => area_id)).size,
    devices: new Set(places.map(({ device_id }) => device_id)).size,
  }
  return (
    <section className={classes.places} aria-labelledby="project-places">
      <header className={classes.line}>
        <h2 id="project-places">{t('places.title')}</h2>
        <span className="bm-small bm-muted">{t('places.count', counts)}</span>
      </header>
      {places.length === 0 ? (
        <p className="bm-muted">{t('places.empty')}</p>
      ) : (
        <RecordList
          entries={places.map(place => ({ ...place, id: place.location_research_id }))}
          heads={[
            ...(['area', 'location', 'device', 'time', 'coverage'] as const).map(head => t(`places.${head}`)),
            '',
          ]}
          row={place => (
            <tr>
              <th scope="row">{place.area_name}</th>
              <td>
                <Where place={place} />
              </td>
              <td>{place.device_name}</td>
              <td>
                <Time place={place} />
              </td>
              <td>
                <Coverage share={place.coverage} />
              </td>
              <td>
                <Open place={place} onShow={() => setChosen(place)} />
              </td>
            </tr>
          )}
          card={place => (
            <>
              <h3>{place.area_name}</h3>
              <div className="bm-small">
                <Where place={place} />
              </div>
              <div className="bm-small">{place.device_name}</div>
              <div className="bm-small">
                <Time place={place} />
              </div>
              <Coverage share={place.coverage} />
              <Open place={place} onShow={() => setChosen(place)} />
            </>
          )}
        />
      )}
      {places.some(({ pseudonymous }) => pseudonymous) && <p className="bm-small bm-muted">{t('places.pseudonyms')}</p>}
      {chosen && <PlaceData project={project} place={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}
