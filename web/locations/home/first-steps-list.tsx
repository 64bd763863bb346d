import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useAlarmWatch } from '../../alarm/running.ts'
import { defaultRulesScreen } from '../../alerts/screens.ts'
import { devicesScreen } from '../../devices/screens.ts'
import { useGroups } from '../../groups/queries.ts'
import { groupsScreen } from '../../groups/screens.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { HomeData } from '../queries.ts'
import { newAreaScreen, newLocationScreen } from '../screens.ts'
import classes from './first-start.module.css'
import { doneSteps, FIRST_STEPS, ownFarms } from './first-steps.ts'

/** List of what is left to do for a new farm, until all of it is done or somebody puts it away, for the account on all its devices. */
export default function FirstStepsList({ read }: { read: HomeData }) {
  const { t } = useTranslation(['locations', 'ui'])
  const { email } = useUser()
  const { data: settings } = useQuery(queryOf(api.getSettings, {}))
  const { data: watch } = useAlarmWatch()
  const { data: groups } = useGroups()
  const save = useApiMutation(api.saveSettings, { refresh: [api.getSettings] })
  const isHidden = settings?.some(({ name, value }) => name === 'first_steps' && value === 'hidden') ?? true
  if (isHidden || !watch || !groups) return null
  const done = doneSteps({ ...read, email, rules: watch.rules, groups })
  if (!done || done.size === FIRST_STEPS.length) return null
  const [own] = ownFarms(read.locations, email)
  const area = own?.areas[0]?.id
  const WAYS: Record<(typeof FIRST_STEPS)[number], Target> = {
    place: linkTo(newLocationScreen),
    area: linkTo(newAreaScreen, { search: { location_id: own?.id } }),
    device: linkTo(devicesScreen, { search: { area } }),
    value: linkTo(devicesScreen),
    alerts: linkTo(defaultRulesScreen),
    people: linkTo(groupsScreen),
  }
  return (
    <section className={classes.left} aria-labelledby="first-steps">
      <div className={classes.stepsHead}>
        <h2 id="first-steps">{t('first_steps.title')}</h2>
        <span className="bm-muted bm-small bm-grow">
          {t('first.done', { done: done.size, all: FIRST_STEPS.length })}
        </span>
        <button
          type="button"
          className="bm-link"
          disabled={save.isPending}
          onClick={() => save.mutate({ body: { first_steps: 'hidden' } })}
        >
          {t('first_steps.hide')}
        </button>
      </div>
      {save.isError && <p role="alert">{save.error.message || t('first_steps.failed')}</p>}
      <ol className={classes.steps}>
        {FIRST_STEPS.map((step, index) => {
          const isDone = done.has(step)
          const said = (
            <>
              {isDone ? <StatusShape status="good" size={26} /> : <b className={classes.number}>{index + 1}</b>}
              <span>
                <b>{t(`first_steps.${step}.title`)}</b>
                <span className="bm-muted">{isDone ? t('first_steps.done') : t(`first_steps.${step}.text`)}</span>
              </span>
            </>
          )
          return (
            <li key={step}>
              {isDone ? (
                <div className={classes.doneStep}>{said}</div>
              ) : (
                <ScreenLink to={WAYS[step]} className={`bm-card ${classes.step}`}>
                  {said}
                </ScreenLink>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
