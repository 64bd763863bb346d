import { Button } from '@mantine/core'
import { IconBell, IconChartLine, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Inspection } from '#shared/contract/diary/inspections.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { useRead } from '../../kit/api/query.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { Answers } from '../answers/answers.tsx'
import { ImpressionFace, NeedsAttention } from '../answers/impression.tsx'
import { placeNameOf } from '../list/place-name.ts'
import { useRemoved } from '../outbox/outbox.ts'
import { inspectionRead } from '../queries.ts'
import { diaryScreen, editInspectionScreen, inspectionScreen, outboxScreen } from '../screens.ts'
import { useDeleteInspection } from '../use-delete.ts'
import { weekdayKey } from '../weekday.ts'
import { AroundIt } from './around-it.tsx'
import classes from './inspection.module.css'
import { InspectionPhotos } from './inspection-photos.tsx'
import { useHour } from './use-hour.ts'

function Head({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation(['diary', 'ui'])
  const go = useGo()
  const remove = useDeleteInspection()
  const gone = useRemoved(Number.POSITIVE_INFINITY).has(inspection.id)
  const { id, may, date, time_zone, created_by, location_name, areas } = inspection
  const at = momentIn(date, time_zone)
  const weekday = t(weekdayKey(localDateAt(date, time_zone)))
  return (
    <header className={classes.head}>
      <div className="bm-grow">
        <PageHeading>{placeNameOf(inspection, t)}</PageHeading>
        <p className="bm-muted">
          <span className="bm-nowrap">
            {weekday} {at}
          </span>
          {[created_by, areas.length > 0 ? location_name : null].map(said => said && <span key={said}> · {said}</span>)}
        </p>
      </div>
      <div className={classes.actions}>
        {gone && (
          <ScreenLink to={linkTo(outboxScreen)} className="bm-link">
            {t('is_deleted')}
          </ScreenLink>
        )}
        {!gone && may.includes('delete') && (
          <Button
            variant="outline"
            leftSection={<IconTrash size={20} stroke={1.8} />}
            onClick={() => void remove(inspection, () => void go(linkTo(diaryScreen)))}
          >
            {t('ui:delete')}
          </Button>
        )}
        {!gone && may.includes('edit') && (
          <Button
            component={ScreenLink}
            to={linkTo(editInspectionScreen, { params: { id } })}
            leftSection={<IconPencil size={20} stroke={1.8} />}
          >
            {t('edit')}
          </Button>
        )}
      </div>
    </header>
  )
}

/** Times at which it was written and changed, and by whom. */
function InspectionPayload({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation('diary')
  const { created_at, updated_at, created_by, updated_by, time_zone, version } = inspection
  const said = (key: 'written' | 'changed', time: string, name: string | null) =>
    t(name === null ? key : `${key}_by`, { time: momentIn(time, time_zone), name })
  return (
    <p className={`bm-small bm-muted ${classes.written}`}>
      {said('written', created_at, created_by)}
      {version > 1 && ` ${said('changed', updated_at, updated_by)}`}
    </p>
  )
}

function Whole({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation('diary')
  const { notes, needs_attention, impression, reminder, reminder_date, time_zone, areas } = inspection
  const hour = useHour(inspection)
  usePageName(inspection.location_name, momentIn(inspection.date, time_zone))
  return (
    <article className={classes.page}>
      <Head inspection={inspection} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <section className={`bm-card ${classes.part}`} aria-label={t('in_short')}>
            {(impression || needs_attention) && (
              <p className={classes.signs}>
                <ImpressionFace impression={impression} />
                {needs_attention && <NeedsAttention />}
              </p>
            )}
            {areas.length > 1 && <p className="bm-muted">{areas.map(({ name }) => name).join(', ')}</p>}
            <p className={classes.notes}>{notes || <span className="bm-muted">{t('no_notes')}</span>}</p>
            {reminder_date && (
              <p className={classes.reminder}>
                <IconBell size={20} stroke={1.9} aria-hidden="true" />
                <span>
                  <span className="bm-hidden">{t('reminder')} </span>
                  <b className="bm-nowrap">{momentIn(reminder_date, time_zone)}</b> {reminder}
                </span>
              </p>
            )}
          </section>
          <InspectionPhotos inspection={inspection} />
        </div>
        <div className={classes.column}>
          <AroundIt inspection={inspection} />
          {hour && (
            <Button
              component={ScreenLink}
              to={hour}
              variant="default"
              leftSection={<IconChartLine size={20} stroke={1.9} />}
            >
              {t('hour')}
            </Button>
          )}
          <Answers inspection={inspection} />
        </div>
      </div>
      <InspectionPayload inspection={inspection} />
    </article>
  )
}

export const reads = ({ params: { id } }: PageAddress) => [inspectionRead(Number(id))] as const

/** An inspection to be read, with all that belongs to it. */
export default function InspectionPage() {
  const { id } = useScreenParams(inspectionScreen)
  return <Whole inspection={useRead(inspectionRead(Number(id)))} />
}
