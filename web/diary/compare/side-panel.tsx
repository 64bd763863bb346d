import { Button } from '@mantine/core'
import { IconArrowRight, IconBell, IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import viewer from '../../measurements/photos/photos.module.css'
import { Marks, shapeOf } from '../../measurements/photos/viewer/marks.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { ImpressionFace, NeedsAttention } from '../answers/impression.tsx'
import { type ClimateValue, isOut } from '../inspection/climate.ts'
import { useHour } from '../inspection/use-hour.ts'
import { inspectionRead } from '../queries.ts'
import { inspectionScreen } from '../screens.ts'
import { weekdayKey } from '../weekday.ts'
import { answerBefore, isAnswerChanged } from './cells.ts'
import classes from './compare.module.css'
import type { Compared } from './table.tsx'

const PhotoViewer = lazyPart(() => import('../inspection/photo-viewer.tsx'))

interface Props {
  compared: Compared
  inspection: InspectionSummary
}

function Change({ now, then }: { now: ClimateValue; then: ClimateValue | null }) {
  const { t } = useTranslation(['diary', 'ui'])
  const format = useFormat()
  return (
    <div>
      <dt>
        <QuantityName name={now.name} />
      </dt>
      <dd>
        {then && (
          <>
            <span className={classes.before}>{format.figure(then.value, then.decimals, then.unit)}</span>
            <IconArrowRight size={16} stroke={1.9} role="img" aria-label={t('compare.then_now')} />
          </>
        )}
        <b>{format.value(now.value, now.decimals, now.unit)}</b>
        {isOut(now) && now.status && (
          <>
            <StatusShape status={now.status} size={16} />
            <span className="bm-hidden">{t(`ui:status.${now.status}`)}</span>
          </>
        )}
      </dd>
    </div>
  )
}

function AgainstBefore({ compared: { inspections, rows, climate }, inspection }: Props) {
  const { t } = useTranslation('diary')
  const index = inspections.indexOf(inspection)
  if (index <= 0) return null
  const changed = rows.filter(({ item, answers }) => isAnswerChanged(item, answers, index)).length
  return (
    <>
      <h3>{t('compare.against')}</h3>
      <dl className={classes.against}>
        {climate.map(values => {
          const now = values[index]
          return now && <Change key={now.measurement} now={now} then={answerBefore(values, index)} />
        })}
        <div>
          <dt>{t('answers')}</dt>
          <dd>
            <b>{t('compare.changes', { count: changed })}</b>
          </dd>
        </div>
      </dl>
    </>
  )
}

/** The chosen visit beside the table: its photo, notes, and what is different from the one before. */
export function SidePanel({ compared, inspection }: Props) {
  const { t } = useTranslation('diary')
  const [opened, setOpened] = useState<number | null>(null)
  const hour = useHour(inspection)
  const { id, date, time_zone, created_by, impression, needs_attention, notes, reminder_date, reminder } = inspection
  // The table knows the first of them; the others come after it.
  const photos = useQuery(inspectionRead(id)).data?.photos ?? inspection.photos
  const at = momentIn(date, time_zone)
  const weekday = t(weekdayKey(localDateAt(date, time_zone)))
  const [photo] = photos
  return (
    <aside className={`bm-card ${classes.panel}`} aria-label={at}>
      <div className={classes.panelHead}>
        <h2>{at}</h2>
        <ScreenLink to={linkTo(inspectionScreen, { params: { id: id } })} className="bm-link">
          {t('open')}
          <span className="bm-hidden"> {at}</span>
        </ScreenLink>
      </div>
      <p className="bm-small bm-muted">{created_by ? t('weekday_by', { weekday, name: created_by }) : weekday}</p>
      <p className={classes.panelSigns}>
        <ImpressionFace impression={impression} />
        {needs_attention && <NeedsAttention />}
      </p>
      {photo && (
        <button
          type="button"
          className={`${viewer.frame} ${classes.photo}`}
          style={shapeOf(photo)}
          aria-label={t('photo_of', { nth: 1, of: inspection.photo_count, place: inspection.location_name, time: at })}
          onClick={() => setOpened(0)}
        >
          <img src={photo.web} alt="" />
          <svg className={viewer.canvas} viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
            <Marks marks={photo.annotation} size={photo} />
          </svg>
        </button>
      )}
      {notes && (
        <>
          <h3>{t('notes')}</h3>
          <p className={classes.notes}>{notes}</p>
        </>
      )}
      {reminder_date && (
        <>
          <h3>{t('reminder')}</h3>
          <p className={classes.reminder}>
            <IconBell size={18} stroke={1.9} aria-hidden="true" />
            <span>
              <span className="bm-nowrap">{momentIn(reminder_date, time_zone)}</span> {reminder}
            </span>
          </p>
        </>
      )}
      <AgainstBefore compared={compared} inspection={inspection} />
      {hour && (
        <Button
          component={ScreenLink}
          to={hour}
          variant="light"
          className={classes.hour}
          leftSection={<IconChartLine size={20} stroke={1.9} />}
        >
          {t('hour')}
        </Button>
      )}
      {opened !== null && (
        <Suspense>
          <PhotoViewer
            photos={photos}
            index={opened}
            inspection={inspection}
            onIndex={setOpened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </aside>
  )
}
