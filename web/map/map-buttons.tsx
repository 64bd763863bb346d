import { IconMap, IconMinus, IconPlus, IconSatellite } from '@tabler/icons-react'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'
import type { MapChoice } from './use-map.ts'

interface Props {
  map: MapLibreMap
  choice: MapChoice | null
  children?: ReactNode
}

/** Buttons at the edge of a map: zoom, and streets or pictures from the air. */
export function MapButtons({ map, choice, children }: Props) {
  const { t } = useTranslation('places')
  return (
    <div className={classes.buttons}>
      <button type="button" aria-label={t('map.in')} onClick={() => map.zoomIn()}>
        <IconPlus size={20} stroke={2} />
      </button>
      <button type="button" aria-label={t('map.out')} onClick={() => map.zoomOut()}>
        <IconMinus size={20} stroke={2} />
      </button>
      {choice && (
        <button
          type="button"
          aria-label={t(choice.view === 'aerial' ? 'map.streets' : 'map.aerial')}
          title={t(choice.view === 'aerial' ? 'map.streets' : 'map.aerial')}
          onClick={() => choice.choose(choice.view === 'aerial' ? 'streets' : 'aerial')}
        >
          {choice.view === 'aerial' ? <IconMap size={20} stroke={1.9} /> : <IconSatellite size={20} stroke={1.9} />}
        </button>
      )}
      {children}
    </div>
  )
}
