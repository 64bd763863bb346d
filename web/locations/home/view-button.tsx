import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeHomeView, useHomeView } from '../../kit/browser/home-view.ts'
import classes from './home.module.css'
import { filterCount } from './home-filter.ts'

/** Opens and folds what is rarely used on a phone, so that the first area is seen at once; `onlyOwn` where farms of others are left out. */
export function ViewButton({ open, onlyOwn }: { open: boolean; onlyOwn: boolean }) {
  const { t } = useTranslation('locations')
  // Farms of others that are left out are not seen either; unfolded, a chip says so.
  const active = filterCount(useHomeView()) + (onlyOwn ? 1 : 0)
  return (
    <button
      type="button"
      className={classes.mapButton}
      aria-expanded={open}
      aria-label={t(active > 0 ? 'view.filtered' : 'view.open', { count: active })}
      onClick={() => changeHomeView({ unfolded: !open })}
    >
      <IconAdjustmentsHorizontal size={20} stroke={1.9} />
      {active > 0 && !open && <b aria-hidden="true">{active}</b>}
    </button>
  )
}
