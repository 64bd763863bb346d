import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS, WEEK_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { LaneEvent } from './lane.ts'
import classes from './lanes.module.css'

/** Event of a lane, or the events that a mark stands for. */
export interface Chosen {
  event?: LaneEvent
  crowd?: { name: string; events: readonly LaneEvent[] }
}

interface Props extends Chosen {
  opened: boolean
  timeZone: string
  /** Shows a period between two local times. */
  onAround: (start: string, end: string) => void
  /** Shows an event of a crowd in place of the crowd. */
  onChoose: (event: LaneEvent) => void
  onClose: () => void
}

/** Rows of a crowd that are there at once, and that come with each "more". */
const STEP = 20

/** An event of a lane, or those of a crowd, of which one is then opened in the same place. */
export default function EventDialog({ event, crowd, onChoose, ...shown }: Props) {
  if (event) return <OneEvent {...shown} event={event} />
  return crowd ? <CrowdEvents {...shown} crowd={crowd} onChoose={onChoose} /> : null
}

type Shown<What> = Omit<Props, keyof Chosen | 'onChoose'> & What

function CrowdEvents({
  opened,
  crowd: { name, events },
  timeZone,
  onAround,
  onClose,
  onChoose,
}: Shown<{ crowd: NonNullable<Props['crowd']>; onChoose: Props['onChoose'] }>) {
  const { t } = useTranslation('measurements')
  const [some, more] = useSome(events, STEP)
  const show = () => {
    const first = Math.min(...events.map(({ from }) => from))
    const last = Math.max(...events.map(({ from }) => from))
    onClose()
    // The address knows minutes, and its end is not of the period.
    onAround(dateTimeIn(first, timeZone), dateTimeIn(last + 2 * MINUTE_MS, timeZone))
  }
  return (
    <Dialog opened={opened} title={`${name}: ${events.length}`} onClose={onClose}>
      <ul className={classes.list}>
        {some.map(event => (
          <li key={event.id}>
            <button type="button" onClick={() => onChoose(event)}>
              <span>{event.words ?? <QuantityName name={event.title} />}</span>
              <span className={classes.when}>{momentIn(event.from, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.ways}>
        {more}
        <Button onClick={show}>{t('lanes.crowd')}</Button>
      </div>
    </Dialog>
  )
}

/** Event with its time, the seven days before and after its beginning, and where it is kept. */
function OneEvent({ opened, event, timeZone, onAround, onClose }: Shown<{ event: LaneEvent }>) {
  const { t } = useTranslation('measurements')
  const at = (time: number) => momentIn(time, timeZone)
  const fieldAt = (time: number) => dateTimeIn(time, timeZone)
  const around = () => {
    onClose()
    onAround(fieldAt(event.from - WEEK_MS), fieldAt(Math.min(event.from + WEEK_MS, serverNow())))
  }
  const when = () => {
    if (event.until === null) return at(event.from)
    if (event.until === Number.POSITIVE_INFINITY) return t('since', { day: at(event.from) })
    return `${at(event.from)} ${t('to')} ${at(event.until)}`
  }
  return (
    <Dialog opened={opened} title={<QuantityName name={event.title} />} onClose={onClose}>
      {event.words !== undefined && <p className={classes.words}>{event.words}</p>}
      <p>{event.text}</p>
      <p className={classes.when}>{when()}</p>
      <div className={classes.ways}>
        <Button variant="default" onClick={around}>
          {t('lanes.around')}
        </Button>
        {event.actions?.map(({ label, run }) => (
          <Button key={label} variant="default" onClick={() => void run().then(onClose)}>
            {label}
          </Button>
        ))}
        {event.to && (
          <Button component={ScreenLink} to={event.to}>
            {t('lanes.open')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
