import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useAlarmWatch } from '../../alarm/running.ts'
import { queryOf } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { useRulesAllowed } from '../rules/no-rules.tsx'
import { defaultsForOwn, useTake } from '../rules/take-defaults.ts'
import classes from './alerts.module.css'

/** The one tap that makes somebody warned: the default rules for the animals around the own devices. */
function TakeDefaults() {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isReading, setReading] = useState(false)
  const { take } = useTake(() => void navigate({ to: '/alertrules' }))
  const choose = async () => {
    setReading(true)
    try {
      const rules = await defaultsForOwn(client)
      // Limits have to be chosen where there are no animals to go by.
      if (rules.length === 0) await navigate({ to: '/alertrules/default' })
      else take.mutate(rules)
    } catch {
      await navigate({ to: '/alertrules/default' })
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Button loading={isReading || take.isPending} onClick={() => void choose()}>
        {t('not_warned.take')}
      </Button>
      {take.error && <p className={classes.wrong}>{take.error.message || t('not_warned.failed')}</p>}
    </>
  )
}

/**
 * Says in plain words when somebody would not be warned, and what to do about it: the watch stands, no rule is switched on, a
 * rule cannot be evaluated, or there is no mail server.
 */
export default function NotWarned() {
  const { t } = useTranslation(['alerts', 'alarm-plan'])
  const { data: watch } = useAlarmWatch()
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  const allowed = useRulesAllowed()
  if (!watch) return null
  const hasNoRules = allowed && devices.length > 0 && watch.rules === 0
  return (
    <>
      {watch.evaluated_at !== null && watch.problem !== null && (
        <Note status="act_now">
          {t(`not_warned.${watch.problem}`)}{' '}
          <Link to="/alarm-watch" className="bm-link bm-nowrap">
            {t('watch')}
          </Link>
        </Note>
      )}
      {hasNoRules && (
        <Note status="attention">
          <p>
            <b>{t('not_warned.no_rules')}</b> {t('not_warned.no_rules_text')}
          </p>
          <TakeDefaults />
        </Note>
      )}
      {watch.failing_rules > 0 && (
        <Note status="attention">
          {t('not_warned.failing', { count: watch.failing_rules })}{' '}
          <Link to="/alertrules" className="bm-link bm-nowrap">
            {t('rules')}
          </Link>
        </Note>
      )}
      {!watch.mail_server && <Note status="attention">{t('not_warned.no_mail_server')}</Note>}
    </>
  )
}
