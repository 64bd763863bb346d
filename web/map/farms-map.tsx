import { IconMapPinOff } from '@tabler/icons-react'
import { LngLatBounds } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { editLocationScreen } from '../locations/screens.ts'
import type { Status } from '../ui/status/status.ts'
import { StatusShape } from '../ui/status/status-shape.tsx'
import { clustersOf, comeApart } from './geometry.ts'
import classes from './map.module.css'
import { MapButtons } from './map-buttons.tsx'
import { useMap } from './use-map.ts'

export interface FarmOnMap {
  id: number
  name: string
  areas: number
  /** The worst of its areas. */
  status: Status
  colour: string | null
  lat: number
  lon: number
}

interface Props {
  /** Worst first. */
  farms: readonly FarmOnMap[]
  /** Locations without a position that the viewer may edit. */
  lost: readonly { id: number; name: string }[]
  chosen: number | null
  onPick: (id: number) => void
}

const EUROPE = { lat: 47, lon: 7, zoom: 3.2 }
const APART = { x: 92, y: 74 }
/** A farm alone is shown with its surroundings; outlines of countries say nothing any closer. */
const ALONE_ZOOM = { detailed: 12, plain: 7 }

const boundsOf = (farms: readonly FarmOnMap[]): LngLatBounds =>
  farms.reduce((bounds, { lon, lat }) => bounds.extend([lon, lat]), new LngLatBounds())

function Pin({ status, chosen }: { status: Status; chosen: boolean }) {
  const act = status === 'act_now'
  return (
    <svg width="44" height="52" viewBox="0 0 44 52" aria-hidden="true" data-status={status}>
      <path
        d="M3 40V17.500L9.500 8 22 3l12.500 5L41 17.500V40H27.500L22 49l-5.500-9Z"
        fill={act ? 'var(--bm-badFill)' : 'var(--bm-statusSoft)'}
        stroke={chosen ? 'var(--bm-ink)' : 'var(--bm-status)'}
        strokeWidth={chosen ? 3 : 2}
        strokeLinejoin="round"
        strokeDasharray={['no_data', 'stale', 'pending'].includes(status) ? '4 3' : undefined}
      />
      <g transform="translate(12 15)">
        <StatusShape status={status} size={20} />
      </g>
    </svg>
  )
}

/** Farms as barns on a map; those that would cover each other stand together and show the worst. */
export default function FarmsMap({ farms, lost, chosen, onPick }: Props) {
  const { t } = useTranslation(['places', 'ui'])
  const element = useRef<HTMLDivElement>(null)
  const { map, drawn, broken, detailed, choice } = useMap(element, EUROPE)
  const maxZoom = detailed ? ALONE_ZOOM.detailed : ALONE_ZOOM.plain
  const farmIds = farms.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other farms, another view
  useEffect(() => {
    if (!map || farms.length === 0) return
    map.fitBounds(boundsOf(farms), {
      padding: { top: 80, bottom: 90, left: 80, right: 80 },
      maxZoom,
      animate: false,
    })
  }, [map, farmIds, maxZoom])
  if (broken) return <p className={classes.broken}>{t('map.broken')}</p>
  const spots = map ? farms.map(farm => ({ farm, ...pointOf(map.project([farm.lon, farm.lat])) })) : []
  const open = (cluster: (typeof spots)[number][]) => {
    // Farms of one yard stand together however near one looks: each press picks the next of them, the worst first.
    const most = map ? 2 ** (map.getMaxZoom() - map.getZoom()) : 1
    if (!comeApart(cluster, APART, most)) {
      const next = cluster.findIndex(({ farm }) => farm.id === chosen) + 1
      const picked = cluster[next % cluster.length]
      return picked && onPick(picked.farm.id)
    }
    map?.fitBounds(boundsOf(cluster.map(({ farm }) => farm)), { padding: 90, maxZoom: (map?.getZoom() ?? 0) + 4 })
  }
  const [without] = lost
  return (
    <section className={classes.frame} aria-label={t('map.farms')}>
      <div ref={element} className={classes.map} data-map-ready={map ? '' : undefined} />
      {!drawn && <p className={classes.coming}>{t('ui:loading')}</p>}
      <div className={classes.over}>
        {clustersOf(spots, APART).map(cluster => {
          const [first] = cluster
          if (!first) return null
          const { farm } = first
          const areas = cluster.reduce((sum, one) => sum + one.farm.areas, 0)
          return (
            <button
              key={farm.id}
              type="button"
              className={classes.farm}
              style={{ left: first.x, top: first.y }}
              aria-pressed={cluster.some(one => one.farm.id === chosen)}
              onClick={() => open(cluster)}
            >
              <Pin status={farm.status} chosen={cluster.some(one => one.farm.id === chosen)} />
              <span className="bm-hidden">{t(`ui:status.${farm.status}`)}</span>
              <span className={classes.label}>
                <b>{cluster.length > 1 ? t('map.cluster', { count: cluster.length }) : farm.name}</b>
                <span>{t('map.areas', { count: areas })}</span>
              </span>
            </button>
          )
        })}
      </div>
      {map && <MapButtons map={map} choice={choice} />}
      {without && (
        <p className={classes.lost}>
          <IconMapPinOff size={20} stroke={1.8} />
          <span className="bm-grow">
            {lost.length === 1 ? t('map.lost', { name: without.name }) : t('map.lost_more', { count: lost.length })}
          </span>
          <ScreenLink to={linkTo(editLocationScreen, { params: { id: without.id } })} className="bm-link">
            {t('map.add')}
          </ScreenLink>
        </p>
      )}
    </section>
  )
}

const pointOf = ({ x, y }: { x: number; y: number }) => ({ x, y })
