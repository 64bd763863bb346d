import { Button } from '@mantine/core'
import { IconDeviceAnalytics, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocationResearch, Research } from '#shared/contract/places/research.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { newInspectionScreen } from '../../diary/screens.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { scheduleScreen } from '../../measurements/screens.ts'
import { PeopleAsked } from '../../offers/offered-to.tsx'
import type { Planning } from '../queries.ts'
import { PlacementDialogs, type PlacementTask } from './placement-dialogs.tsx'
import classes from './planning.module.css'
import { stateOf } from './rows.ts'

const usePeriod = () => {
  const { t } = useTranslation('research')
  return ({ start, end, time_zone }: LocationResearch, now: number): string => {
    const from = dayIn(start, time_zone)
    if (end === null) return t('from_on', { from })
    const until = dayIn(end, time_zone)
    const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS)
    const left = Math.ceil((Date.parse(end) - now) / DAY_MS)
    const length = t('days', { count: days })
    const parts = [
      t('from_to', { from, until }),
      length,
      left > 0 && left < days ? t('days_left', { count: left }) : null,
    ]
    return parts.filter(Boolean).join(', ')
  }
}

function People({ project }: { project: Research | undefined }) {
  if (!project || project.people.length === 0) return null
  return (
    <span className={classes.fact}>
      <IconUsers size={19} stroke={1.8} aria-hidden="true" />
      {project.people.join(', ')}
    </span>
  )
}

/** A new inspection of a placement: within its period. */
const inspectionOf = ({ area_id, research_id, start, end }: LocationResearch): Target =>
  linkTo(newInspectionScreen, { search: { area_id, research_id, date_start: start, date_end: end } })

/** The chosen bar in full, and what may be done with it. */
export function PlacementCard({ one, read, now }: { one: LocationResearch; read: Planning; now: number }) {
  const { t } = useTranslation(['research', 'app'])
  const period = usePeriod()
  const [task, setTask] = useState<PlacementTask | null>(null)
  const state = stateOf(one, new Date(now).toISOString())
  const project = read.research.find(({ id }) => id === one.research_id)
  const manages =
    one.may.includes('edit') && read.devices.some(({ id, may }) => id === one.device_id && may.includes('place'))
  return (
    <section className={`bm-card ${classes.chosen}`} aria-live="polite">
      <header>
        <h2>{one.research_name ?? t('alone_one')}</h2>
        <span className="bm-tag" data-state={state}>
          {t(`state.${state}`)}
        </span>
      </header>
      <p>
        <b>{one.area_name}</b>, {one.location_name}
      </p>
      <p className="bm-muted">{period(one, now)}</p>
      <p className={classes.facts}>
        <span className={classes.fact}>
          <IconDeviceAnalytics size={19} stroke={1.8} aria-hidden="true" />
          {one.device_name}
        </span>
        <People project={project} />
      </p>
      {project && <PeopleAsked offers={project.offers} />}
      <div className={classes.actions}>
        {state !== 'planned' && (
          <Button
            component={ScreenLink}
            to={linkTo(scheduleScreen, { params: { id: one.id }, search: { interval: 'research' } })}
          >
            {t('open_data')}
          </Button>
        )}
        {state !== 'planned' && one.may.includes('edit') && (
          <Button component={ScreenLink} variant="default" to={inspectionOf(one)}>
            {t('app:plus.inspection')}
          </Button>
        )}
        {manages && (
          <Button variant="default" onClick={() => setTask('change')}>
            {t('change')}
          </Button>
        )}
        {manages && state === 'running' && (
          <>
            <Button variant="default" onClick={() => setTask('continue')}>
              {t('go_on')}
            </Button>
            <Button variant="default" onClick={() => setTask('end')}>
              {t('end_now')}
            </Button>
          </>
        )}
        {manages && state === 'planned' && (
          <Button variant="outline" color="red" onClick={() => setTask('delete')}>
            {t('cancel_plan')}
          </Button>
        )}
      </div>
      {task && <PlacementDialogs one={one} task={task} read={read} onClose={() => setTask(null)} />}
    </section>
  )
}
