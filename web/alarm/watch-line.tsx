import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/language/format.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { StatusShape } from '../ui/status/status-shape.tsx'
import classes from './alarm.module.css'
import { runOf, useAlarmWatch } from './running.ts'
import { alarmWatchScreen } from './screens.ts'

interface Props {
  /** Says what the page tells already: a sentence stands there once. */
  said?: { noMailServer: boolean; noRules: boolean }
}

/** Line below the alerts: whether the watch runs, and when the chain was last tested. */
export function WatchLine({ said }: Props) {
  const { t } = useTranslation('alarm-plan')
  const format = useFormat()
  const { data } = useAlarmWatch()
  if (!data) return null
  const { now, tested_at: tested, test_due } = data
  const run = runOf(data)
  const lacksRules = data.rules === 0 && !said?.noRules
  const lacksMail = !data.mail_server && !said?.noMailServer
  // The shape is of the words beside it: a warning without its reason would leave people searching.
  const isWhole = !lacksRules && !lacksMail && data.failing_rules === 0 && !test_due
  const status = {
    begins: 'pending',
    runs: isWhole ? 'good' : 'attention',
    stands: 'act_now',
    deaf: 'act_now',
  } as const
  return (
    <p className={classes.line}>
      <StatusShape status={status[run]} size={18} />
      <span>
        <b>{t(run === 'runs' && lacksRules ? 'line.no_rules' : `line.${run}`)}</b>{' '}
        {run === 'runs' && data.failing_rules > 0 && `${t('watch.failing_count', { count: data.failing_rules })} `}
        {lacksMail && `${t('line.no_mail_server')} `}
        {tested ? t('line.tested', { age: format.age(tested, Date.parse(now)) }) : test_due && t('line.untested')}
      </span>
      <ScreenLink to={linkTo(alarmWatchScreen)} className="bm-link bm-nowrap">
        {t(test_due ? 'line.test' : 'line.open')}
      </ScreenLink>
    </p>
  )
}
