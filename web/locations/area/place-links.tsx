import { Button } from '@mantine/core'
import { IconFileText, IconMap2, IconNotebook, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { areaInspectionsScreen, locationInspectionsScreen, newInspectionScreen } from '../../diary/screens.ts'
import { floorPlansScreen } from '../../floor-plans/screens.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { reportsScreen } from '../../reports/screens.ts'

type Place = { area_id: number } | { location_id: number }

const inspectionsOf = (place: Place): Target =>
  'area_id' in place
    ? linkTo(areaInspectionsScreen, { params: { id: place.area_id } })
    : linkTo(locationInspectionsScreen, { params: { id: place.location_id } })

interface Props {
  name: string
  place: Place
  /** Location it is, or belongs to. */
  locationId: number
  /** Areas of the place, by id. */
  areas: readonly number[]
}

/** Links from a place to what was written about it, to a new inspection, to a report and to its floor plans. */
export function PlaceLinks({ name, place, locationId, areas }: Props) {
  const { t } = useTranslation('app')
  return (
    <nav className="bm-row bm-wrap" aria-label={name}>
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
      {areas.length > 0 && (
        <Button
          component={ScreenLink}
          to={linkTo(reportsScreen, { search: { areas } })}
          variant="default"
          leftSection={<IconFileText size={20} stroke={1.8} />}
        >
          {t('report')}
        </Button>
      )}
      <Button
        component={ScreenLink}
        to={linkTo(floorPlansScreen, { params: { id: locationId } })}
        variant="default"
        leftSection={<IconMap2 size={20} stroke={1.8} />}
      >
        {t('title.floor_plans')}
      </Button>
    </nav>
  )
}
