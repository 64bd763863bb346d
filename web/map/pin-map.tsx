import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconCurrentLocation,
} from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { metresPerPixel, positionMovedBy } from './geometry.ts'
import classes from './map.module.css'
import { MapButtons } from './map-buttons.tsx'
import { useMap } from './use-map.ts'

interface Props {
  lat: number | null
  lon: number | null
  /** Radius in metres within which the place lies; null when set by hand. */
  accuracy: number | null
  country: string
  onMove: (lat: number, lon: number) => void
  /** The pin rests. */
  onSettle: (lat: number, lon: number) => void
}

const STEP_M = 5
const REST_MS = 600
const EUROPE = { lat: 47, lon: 7, zoom: 3.2 }
const CLOSE = 15
const MOVES = [
  { name: 'up', icon: IconChevronUp, north: 1, east: 0, key: 'ArrowUp' },
  { name: 'left', icon: IconChevronLeft, north: 0, east: -1, key: 'ArrowLeft' },
  { name: 'right', icon: IconChevronRight, north: 0, east: 1, key: 'ArrowRight' },
  { name: 'down', icon: IconChevronDown, north: -1, east: 0, key: 'ArrowDown' },
] as const

/** Borders are all there is to see on a map without streets. */
const PLAIN = 6.5

const zoomFor = (accuracy: number | null, detailed: boolean): number => {
  if (!detailed) return PLAIN
  return accuracy && accuracy > 500 ? 11 : CLOSE
}

/** A map with one pin: dragged, moved by four buttons or by the arrow keys. Without a pin a tap sets it. */
export default function PinMap({ lat, lon, accuracy, onMove, onSettle }: Props) {
  const { t } = useTranslation('places')
  const element = useRef<HTMLDivElement>(null)
  const pin = lat !== null && lon !== null ? { lat, lon } : null
  const { map, drawn, broken, detailed, choice } = useMap(element, pin ? { ...pin, zoom: PLAIN } : EUROPE)
  const [failed, setFailed] = useState(false)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ours = useRef('')
  const last = useRef({ onMove, onSettle })
  last.current = { onMove, onSettle }

  const move = (to: { lat: number; lon: number }) => {
    ours.current = `${to.lat} ${to.lon}`
    last.current.onMove(to.lat, to.lon)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => last.current.onSettle(to.lat, to.lon), REST_MS)
  }
  useEffect(() => () => clearTimeout(rest.current), [])

  // A position that came from elsewhere, e.g. from the look-up, is shown; our own is on the map already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new position moves the map
  useEffect(() => {
    if (!map || lat === null || lon === null || ours.current === `${lat} ${lon}`) return
    map.jumpTo({ center: [lon, lat], zoom: zoomFor(accuracy, detailed) })
  }, [map, detailed, lat, lon])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `move` reads what is current by itself
  useEffect(() => {
    if (!map) return
    const onClick = ({ lngLat }: { lngLat: { lat: number; lng: number } }) =>
      move(positionMovedBy({ lat: lngLat.lat, lon: lngLat.lng }, 0, 0))
    map.on('click', onClick)
    return () => void map.off('click', onClick)
  }, [map])

  if (broken) return <p className={classes.broken}>{t('map.broken')}</p>
  const by = (north: number, east: number, factor = 1) =>
    pin && move(positionMovedBy(pin, north * STEP_M * factor, east * STEP_M * factor))
  const onKey = (event: KeyboardEvent) => {
    const wanted = MOVES.find(({ key }) => key === event.key)
    if (!wanted) return
    event.preventDefault()
    by(wanted.north, wanted.east, event.shiftKey ? 10 : 1)
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!map || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = element.current?.getBoundingClientRect()
    const { lat, lng } = map.unproject([event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0) + 4])
    move(positionMovedBy({ lat, lon: lng }, 0, 0))
  }
  const here = () =>
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => {
        setFailed(false)
        last.current.onMove(coords.latitude, coords.longitude)
        last.current.onSettle(coords.latitude, coords.longitude)
      },
      () => setFailed(true),
    )
  const at = map && pin ? map.project([pin.lon, pin.lat]) : null
  const radius = map && pin && accuracy ? accuracy / metresPerPixel(pin.lat, map.getZoom()) : 0
  return (
    <div className={classes.frame}>
      <div ref={element} className={classes.map} data-map-ready={map ? '' : undefined} />
      {at && (
        <div className={classes.over}>
          {radius > 6 && radius < 4000 && (
            <i className={classes.accuracy} style={{ left: at.x, top: at.y, width: 2 * radius, height: 2 * radius }} />
          )}
          <button
            type="button"
            className={classes.pin}
            style={{ left: at.x, top: at.y }}
            aria-label={t('map.pin')}
            onKeyDown={onKey}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          >
            <svg width="44" height="52" viewBox="0 0 44 52" aria-hidden="true">
              <path
                d="M2 40V17L9 7.500 22 2l13 5.500L42 17v23H28l-6 10-6-10Z"
                fill="var(--bm-steel)"
                stroke="var(--bm-card)"
                strokeWidth="3"
                strokeLinejoin="round"
              />
              <path
                d="M13 31a9.500 9.500 0 1 1 18 0"
                fill="none"
                stroke="var(--bm-onSteel)"
                strokeWidth="2.600"
                strokeLinecap="round"
              />
              <path d="m22 28 5-6" stroke="var(--bm-onSteel)" strokeWidth="2.600" strokeLinecap="round" />
            </svg>
          </button>
        </div>
      )}
      {map && (
        <MapButtons map={map} choice={choice}>
          {'geolocation' in navigator && window.isSecureContext && (
            <button type="button" aria-label={t('map.here')} onClick={here}>
              <IconCurrentLocation size={20} stroke={2} />
            </button>
          )}
        </MapButtons>
      )}
      {pin && detailed && (
        <div className={classes.moves}>
          {MOVES.map(({ name, icon: Icon, north, east }) => (
            <button
              key={name}
              type="button"
              data-move={name}
              aria-label={t(`map.${name}`)}
              onClick={() => by(north, east)}
            >
              <Icon size={22} stroke={2.2} />
            </button>
          ))}
          <span>{t('map.step')}</span>
        </div>
      )}
      <p className={classes.hint} role="status">
        {failed ? t('map.here_failed') : t(pin ? (drawn && !detailed ? 'map.plain' : 'map.drag') : 'map.tap')}
      </p>
    </div>
  )
}
