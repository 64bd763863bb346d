import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WEEK_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { LaneEvent } from './lane.ts'
import classes from './lanes.module.css'

interface Props {
  opened: boolean
  event: LaneEvent
  timeZone: string
  /** Shows a period between two local times. */
  onAround: (start: string, end: string) => void
  onClose: () => void
}

/** An event of a lane: what and when, the seven days before and after its beginning, and where it is kept. */
export default function EventDialog({ opened, event, timeZone, onAround, onClose }: Props) {
  const { t } = useTranslation('measurements')
  const at = (time: number) => dateTimeIn(time, timeZone)
  const around = () => {
    onClose()
    onAround(at(event.from - WEEK_MS), at(Math.min(event.from + WEEK_MS, serverNow())))
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
