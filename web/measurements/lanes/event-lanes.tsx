import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconNote } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type Cursor, useCursorIndex } from '../../charts/control/cursor.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useNoteWriting } from '../notes/write-notes.tsx'
import type { Subject } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { type Drawn, drawnIn, type Lane, type LaneEvent } from './lane.ts'
import classes from './lanes.module.css'
import { PhotoLane } from './photo-lane.tsx'
import { usePhotoTicks } from './photo-times.ts'
import { useLanes } from './use-lanes.ts'

/** Percent of the lane's width. In less a name would be cut to a letter: the chip is a mark then, and named when pointed at. */
const NARROW = 7
const isNarrow = ({ until, width }: Drawn): boolean => until !== null && width < NARROW

const EventDialog = lazyPart(() => import('./event-dialog.tsx'))

interface Props {
  subject: Subject
  frame: SeriesAnswer
  notes: readonly AreaNote[]
  lists: Pick<TaxonomyLists, 'measurement_types'>
  cursor: Cursor
  period: PeriodControl
}

/** Events while the charts ran: one card for all of them (design §8.4). Lanes without events are not there. */
export default function EventLanes({ subject, frame, notes, lists, cursor, period }: Props) {
  const { t } = useTranslation('measurements')
  const [chosen, setChosen] = useState<LaneEvent | null>(null)
  const [opened, dialog] = useDisclosure()
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  const lanes = useLanes(subject.device_id, frame, { ...lists, notes })
    .map(({ key, events }) => ({ key, events: drawnIn(events, from, until) }))
    .filter(({ events }) => events.length > 0)
  const { ticks, step } = usePhotoTicks(subject.device_id, frame)
  const isEmpty = lanes.length === 0 && ticks.length === 0
  // The last minute shown: a period of the past is written about, not today.
  const write = useNoteWriting()?.writeAt(Math.min(serverNow(), until - MINUTE_MS))
  if (isEmpty && !write) return null
  const choose = (event: LaneEvent) => {
    setChosen(event)
    dialog.open()
  }
  return (
    <section className={`bm-card ${classes.card}`} aria-label={t('lanes.title')}>
      <header className={classes.head}>
        <h3>{t('lanes.title')}</h3>
        {write && (
          <Button variant="default" leftSection={<IconNote size={18} stroke={1.9} />} onClick={write}>
            {t('area_notes.add')}
          </Button>
        )}
      </header>
      {isEmpty && <p className="bm-small bm-muted">{t('lanes.none')}</p>}
      {lanes.map(lane => (
        <OneLane key={lane.key} lane={lane} timeZone={frame.time_zone} onChoose={choose}>
          <CursorLine cursor={cursor} frame={frame} />
        </OneLane>
      ))}
      {ticks.length > 0 && (
        <PhotoLane deviceId={subject.device_id} ticks={ticks} step={step} timeZone={frame.time_zone}>
          <CursorLine cursor={cursor} frame={frame} />
        </PhotoLane>
      )}
      <LazyOverlay when={opened} onFailed={dialog.close}>
        {isOpen =>
          chosen && (
            <EventDialog
              opened={isOpen}
              event={chosen}
              timeZone={frame.time_zone}
              onAround={period.select}
              onClose={dialog.close}
            />
          )
        }
      </LazyOverlay>
    </section>
  )
}

function OneLane({
  lane: { key, events },
  timeZone,
  onChoose,
  children,
}: {
  lane: Pick<Lane, 'key'> & { events: readonly Drawn[] }
  timeZone: string
  onChoose: (event: LaneEvent) => void
  children: ReactNode
}) {
  const { t } = useTranslation('measurements')
  const rows = Math.max(...events.map(({ row }) => row)) + 1
  return (
    <div className={classes.lane}>
      <h4>{t(`lanes.${key}`)}</h4>
      <ul style={{ height: `calc(${rows} * var(--row))` }}>
        {children}
        {events.map(event => (
          <li
            key={event.id}
            style={{ left: `${event.left}%`, width: `${event.width}%`, top: `calc(${event.row} * var(--row))` }}
          >
            <button
              type="button"
              className={classes.event}
              data-lane={key}
              data-moment={event.until === null || undefined}
              data-narrow={isNarrow(event) || undefined}
              title={event.words ?? event.title}
              onClick={() => onChoose(event)}
            >
              <span className={event.until === null || isNarrow(event) ? 'bm-hidden' : undefined}>
                {event.words ?? <QuantityName name={event.title} />}
              </span>
              <span className="bm-hidden">{dateTimeIn(event.from, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CursorLine({ cursor, frame }: { cursor: Cursor; frame: SeriesAnswer }) {
  const index = useCursorIndex(cursor, frame.time)
  if (index === null) return null
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  const share = ((frame.time[index] ?? from) - from) / (until - from)
  return <li aria-hidden="true" className={classes.cursor} style={{ left: `${share * 100}%` }} />
}
