import { ActionIcon } from '@mantine/core'
import { IconBell, IconDotsVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import type { LineProps } from '../../kit/browser/windowed-groups.ts'
import { clockIn, momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { ImpressionFace, NeedsAttention } from '../answers/impression.tsx'
import type { ClimateValue } from '../inspection/climate.ts'
import { ClimateLine } from '../inspection/climate-line.tsx'
import { inspectionScreen } from '../screens.ts'
import { shortDay } from './days.ts'
import classes from './diary.module.css'
import { EntryPhoto } from './entry-photo.tsx'
import { placeNameOf } from './place-name.ts'

const EntryMenu = lazyPart(() => import('./entry-menu.tsx'))

interface Props {
  inspection: InspectionSummary
  climate: readonly ClimateValue[]
  /** True where the farm is worth naming. */
  withLocation: boolean
  /** Epoch ms. */
  now: number
  /** Attributes of the element of the entry, of which its list takes care. */
  line: LineProps
}

/** Card of an inspection in the diary (design §8.1). The whole card opens it. */
export function DiaryEntry({ inspection, climate, withLocation, now, line }: Props) {
  const { t } = useTranslation('diary')
  const { id, date, time_zone, created_by, areas, location_name, reminder_date } = inspection
  const place = placeNameOf(inspection, t)
  const at = momentIn(date, time_zone)
  const farm = withLocation && areas.length > 0 ? location_name : null
  return (
    <li className={`bm-card ${classes.entry}`} data-photo={inspection.photos.length > 0 || undefined} {...line}>
      <EntryPhoto {...inspection} />
      <div className={classes.body}>
        <div className={classes.title}>
          <h3>
            <ScreenLink to={linkTo(inspectionScreen, { params: { id: id } })} className={classes.whole}>
              {place}
              <span className="bm-hidden">, {at}</span>
            </ScreenLink>
          </h3>
          <ImpressionFace impression={inspection.impression} />
        </div>
        <p className="bm-small bm-muted">{[clockIn(date, time_zone), created_by, farm].filter(Boolean).join(' · ')}</p>
        {(inspection.needs_attention || reminder_date) && (
          <p className={classes.signs}>
            {inspection.needs_attention && <NeedsAttention />}
            {reminder_date && (
              <span className={classes.reminder}>
                <IconBell size={16} stroke={2} aria-hidden="true" />
                <span className="bm-hidden">{t('reminder')}</span>
                {shortDay(localDateAt(reminder_date, time_zone), localDateAt(now, time_zone))}
              </span>
            )}
          </p>
        )}
        {inspection.notes && <p className={classes.note}>{inspection.notes}</p>}
        <ClimateLine values={climate} />
      </div>
      {inspection.may.length > 0 && (
        <div className={classes.menu}>
          <MenuButton
            target={
              <ActionIcon variant="subtle" size={44} aria-label={t('do_with', { name: place, time: at })}>
                <IconDotsVertical size={20} stroke={1.9} />
              </ActionIcon>
            }
            menu={target => <EntryMenu target={target} inspection={inspection} />}
          />
        </div>
      )}
    </li>
  )
}
