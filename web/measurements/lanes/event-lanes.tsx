import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconNote } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { timeTicks } from '#shared/rules/charts/ticks.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type Cursor, useCursorIndex } from '../../charts/control/cursor.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useNoteWriting } from '../notes/write-notes.tsx'
import type { Subject } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import type { Chosen } from './event-dialog.tsx'
import type { Drawn, DrawnLane } from './lane.ts'
import classes from './lanes.module.css'
import { PhotoLane } from './photo-lane.tsx'
import type { PhotoTick } from './photo-times.ts'

/** Percent of the lane's width. In less a name would be cut to a letter: the chip is a mark then, and named when pointed at. */
const NARROW = 7
const isNarrow = ({ until, width }: Drawn): boolean => until !== null && width < NARROW

const EventDialog = lazyPart(() => import('./event-dialog.tsx'))

interface Props {
  subject: Subject
  frame: SeriesAnswer
  /** Lanes that have something to show. */
  lanes: readonly DrawnLane[]
  photos: { ticks: readonly PhotoTick[]; step: number }
  cursor: Cursor
  period: PeriodControl
  /** Tracks are some 300 px wide. */
  isNarrow: boolean
  /** False where what opened it says the title. */
  titled: boolean
}

/** Labels that fit below a track. */
const LABELS = { narrow: 5, wide: 10 }

/** Events while the charts ran: one card for all of them, with an axis of its own (design §8.4). */
export function EventLanes({
  subject,
  frame,
  lanes,
  photos: { ticks, step },
  cursor,
  period,
  isNarrow,
  titled,
}: Props) {
  const { t } = useTranslation('measurements')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [opened, dialog] = useDisclosure()
  const until = Date.parse(frame.until)
  const isEmpty = lanes.length === 0 && ticks.length === 0
  // The last minute shown: a period of the past is written about, not today.
  const write = useNoteWriting()?.writeAt(Math.min(serverNow(), until - MINUTE_MS))
  if (isEmpty && !write) return null
  const choose = (next: Chosen) => {
    setChosen(next)
    dialog.open()
  }
  const line = <CursorLine cursor={cursor} frame={frame} />
  return (
    <section className={`bm-card ${classes.card}`} data-narrow={isNarrow || undefined} aria-label={t('lanes.title')}>
      <header className={classes.head}>
        {titled && <h3>{t('lanes.title')}</h3>}
        {write && (
          <Button variant="default" leftSection={<IconNote size={18} stroke={1.9} />} onClick={write}>
            {t('area_notes.add')}
          </Button>
        )}
      </header>
      {isEmpty && <p className="bm-small bm-muted">{t('lanes.none')}</p>}
      {!isEmpty && (
        <div className={classes.lanes}>
          <Axis frame={frame} room={isNarrow ? LABELS.narrow : LABELS.wide} />
          {lanes.map(lane => (
            <OneLane key={lane.key} lane={lane} timeZone={frame.time_zone} onChoose={choose}>
              {line}
            </OneLane>
          ))}
          {ticks.length > 0 && (
            <PhotoLane deviceId={subject.device_id} ticks={ticks} step={step} timeZone={frame.time_zone}>
              {line}
            </PhotoLane>
          )}
        </div>
      )}
      <LazyOverlay when={opened} onFailed={dialog.close}>
        {isOpen =>
          chosen && (
            <EventDialog
              opened={isOpen}
              {...chosen}
              onChoose={event => setChosen({ event })}
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

/** Round times of the period, each with a line through the lanes. Charts and dialogs say the times of events in words. */
function Axis({ frame: { from, until, time, time_zone }, room }: { frame: SeriesAnswer; room: number }) {
  const { language } = useFormat()
  const [start, length] = [Date.parse(from), Date.parse(until) - Date.parse(from)]
  return (
    <div className={classes.axis} aria-hidden="true">
      {timeTicks(time, time_zone, language, room, viewerFormats()).map(tick => (
        <i key={tick.time} style={{ left: `${((tick.time - start) / length) * 100}%` }}>
          <span>{tick.label}</span>
        </i>
      ))}
    </div>
  )
}

interface LaneProps {
  lane: DrawnLane
  timeZone: string
  onChoose: (chosen: Chosen) => void
  /** Line of the cursor. */
  children: ReactNode
}

function OneLane({ lane: { key, events, crowds, rows }, timeZone, onChoose, children }: LaneProps) {
  const { t } = useTranslation('measurements')
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
              onClick={() => onChoose({ event })}
            >
              <span className={event.until === null || isNarrow(event) ? 'bm-hidden' : undefined}>
                {event.words ?? <QuantityName name={event.title} />}
              </span>
              <span className="bm-hidden">{momentIn(event.from, timeZone)}</span>
            </button>
          </li>
        ))}
        {crowds.map(({ id, left, events: crowd }) => (
          <li key={id} style={{ left: `${left}%` }}>
            <button
              type="button"
              className={classes.crowd}
              data-lane={key}
              onClick={() => onChoose({ crowd: { name: t(`lanes.${key}`), events: crowd } })}
            >
              <span className="bm-hidden">{t(`lanes.${key}`)}</span> <b>{crowd.length}</b>
              <span className="bm-hidden">{momentIn(crowd[0]?.from ?? 0, timeZone)}</span>
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
