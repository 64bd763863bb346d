import { Button } from '@mantine/core'
import { IconNotebook, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type Props = { area_id: number } | { location_id: number }

/** Links from a place to what was written about it, and to a new inspection there. */
export function DiaryLinks(place: Props) {
  const { t } = useTranslation('app')
  const [path, search] =
    'area_id' in place
      ? [`/areas/${place.area_id}`, `area_id=${place.area_id}`]
      : [`/locations/${place.location_id}`, `location_id=${place.location_id}`]
  return (
    <nav className="bm-row bm-wrap" aria-label={t('title.diary')}>
      <Button
        component={Link}
        to={`${path}/inspections`}
        variant="default"
        leftSection={<IconNotebook size={20} stroke={1.8} />}
      >
        {t('title.place_inspections')}
      </Button>
      <Button
        component={Link}
        to={`/inspect?${search}`}
        variant="default"
        leftSection={<IconPlus size={20} stroke={2} />}
      >
        {t('plus.inspection')}
      </Button>
    </nav>
  )
}
