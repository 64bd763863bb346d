import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

export function MapButtons({ map, children }: { map: MapLibreMap; children?: ReactNode }) {
  const { t } = useTranslation('places')
  return (
    <div className={classes.buttons}>
      <button type="button" aria-label={t('map.in')} onClick={() => map.zoomIn()}>
        <IconPlus size={20} stroke={2} />
      </button>
      <button type="button" aria-label={t('map.out')} onClick={() => map.zoomOut()}>
        <IconMinus size={20} stroke={2} />
      </button>
      {children}
    </div>
  )
}
