import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { maskNames } from '../../kit/language/demo-mode.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { zoneOf } from '../inspection-form/draft/form-begin.ts'
import type { InspectionDraft } from '../inspection-form/draft/form-draft.ts'
import { placeName } from '../inspection-form/form-where.tsx'
import { newInspectionScreen } from '../screens.ts'
import classes from './outbox.module.css'

/** Begun and not saved: each is gone on with where it was left. */
export function DraftCards({
  drafts,
  locations,
}: {
  drafts: readonly InspectionDraft[]
  locations: readonly Location[]
}) {
  const { t } = useTranslation('outbox')
  return drafts.map(({ key, values, saved_at, base }) => {
    const location = locations.find(({ id }) => id === values.location_id)
    const place = placeName(location, values.area_ids, t('whole_location')) || t('unknown_place')
    const time = momentIn(saved_at ?? Date.now(), zoneOf(locations, values.location_id))
    return (
      <article key={key} className={classes.card} aria-label={place}>
        <StatusShape status="pending" size={22} />
        <header>
          <h3>{place}</h3>
        </header>
        <p className="bm-small bm-muted">{t(base ? 'draft_change' : 'draft_new', { time })}</p>
        {values.notes && <p className={classes.words}>{maskNames(values.notes)}</p>}
        <div className={`${classes.foot} ${classes.wide} bm-small`}>
          <ScreenLink to={linkTo(newInspectionScreen, { search: { draft: key } })} className="bm-link">
            {t('draft_go_on')}
          </ScreenLink>
        </div>
      </article>
    )
  })
}
