import { Button } from '@mantine/core'
import { IconNotebook, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { areaInspectionsScreen, locationInspectionsScreen, newInspectionScreen } from '../../diary/screens.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'

type Props = { area_id: number } | { location_id: number }

const inspectionsOf = (place: Props): Target =>
  'area_id' in place
    ? linkTo(areaInspectionsScreen, { params: { id: place.area_id } })
    : linkTo(locationInspectionsScreen, { params: { id: place.location_id } })

/** Links from a place to what was written about it, and to a new inspection there. */
export function DiaryLinks(place: Props) {
  const { t } = useTranslation('app')
  return (
    <nav className="bm-row bm-wrap" aria-label={t('title.diary')}>
      <Button
        component={ScreenLink}
        to={inspectionsOf(place)}
        variant="default"
        leftSection={<IconNotebook size={20} stroke={1.8} />}
      >
        {t('title.place_inspections')}
      </Button>
      <Button
        component={ScreenLink}
        to={linkTo(newInspectionScreen, { search: place })}
        variant="default"
        leftSection={<IconPlus size={20} stroke={2} />}
      >
        {t('plus.inspection')}
      </Button>
    </nav>
  )
}
