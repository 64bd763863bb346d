import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { zoneOf } from './draft/form-begin.ts'
import type { InspectionDraft } from './draft/form-draft.ts'
import classes from './form.module.css'
import { placeName } from './form-where.tsx'

interface Props {
  draft: InspectionDraft
  earlier: readonly InspectionDraft[]
  /** Keys of those that another tab has open. */
  elsewhere: ReadonlySet<string>
  locations: readonly Location[]
  onOpen: (draft: InspectionDraft) => void
  onNew: () => void
  onDrop: () => Promise<void>
}

/** Drafts begun before and not sent: the form goes on with one, and nothing of it is lost by beginning another. */
export function Earlier({ draft, earlier, elsewhere, locations, onOpen, onNew, onDrop }: Props) {
  const { t } = useTranslation('inspect')
  const goesOn = earlier.some(({ key }) => key === draft.key)
  const others = earlier.filter(({ key }) => key !== draft.key)
  if (earlier.length === 0) return null
  const nameOf = ({ values, saved_at }: InspectionDraft): string => {
    const location = locations.find(({ id }) => id === values.location_id)
    const time = momentIn(saved_at ?? Date.now(), zoneOf(locations, values.location_id))
    // A date never breaks.
    const whole = time.replaceAll('-', '\u2011').replace(' ', '\u00A0')
    return [placeName(location, values.area_ids, t('whole_location')), whole].filter(Boolean).join(', ')
  }
  return (
    <div className={classes.earlier} role="status">
      {goesOn && (
        <>
          <span>{t('earlier.goes_on', { name: nameOf(draft) })}</span>
          {draft.inspection_id === null && (
            <button type="button" className="bm-link" onClick={onNew}>
              {t('earlier.new')}
            </button>
          )}
          <button type="button" className="bm-link" onClick={() => void onDrop()}>
            {t('earlier.drop')}
          </button>
        </>
      )}
      {others.map(other => (
        <button key={other.key} type="button" className="bm-link" onClick={() => onOpen(other)}>
          {t(elsewhere.has(other.key) ? 'earlier.open_elsewhere' : 'earlier.open', { name: nameOf(other) })}
        </button>
      ))}
    </div>
  )
}
