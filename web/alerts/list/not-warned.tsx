import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { useAlarmWatch } from '../../alarm/running.ts'
import { alarmWatchScreen } from '../../alarm/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useRulesAllowed } from '../rules/no-rules.tsx'
import { rulesScreen } from '../screens.ts'

/** A button of which nothing is needed until there are devices and no rules. */
const TakeDefaults = lazyPart(() => import('./take-defaults-button.tsx'))

/** Tells whether the notes say that no rule is switched on: where there are devices, and somebody may make rules. */
export const useSaysNoRules = (): boolean => {
  const { data: watch } = useAlarmWatch()
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  return useRulesAllowed() && devices.length > 0 && watch?.rules === 0
}

/** Says that no rule is switched on, with the one tap that changes it; nothing where there is no device yet, or a rule. */
function NoRulesNote() {
  const { t } = useTranslation()
  const phone = usePhone()
  if (!useSaysNoRules()) return null
  return (
    <Note status="attention">
      <p>
        <b>{t('not_warned.no_rules')}</b> {!phone && t('not_warned.no_rules_text')}
      </p>
      <Suspense fallback={<Button loading>{t('not_warned.take')}</Button>}>
        <TakeDefaults />
      </Suspense>
    </Note>
  )
}

/**
 * Says in plain words when somebody would not be warned, and what to do about it: the watch stands, no rule is switched on, a
 * rule cannot be evaluated, or there is no mail server.
 */
export function NotWarned() {
  const { t } = useTranslation()
  const { data: watch } = useAlarmWatch()
  const phone = usePhone()
  if (!watch) return null
  return (
    <>
      {watch.evaluated_at !== null && watch.problem !== null && (
        <Note status="act_now">
          {t(`not_warned.${watch.problem}`)}{' '}
          <ScreenLink to={linkTo(alarmWatchScreen)} className="bm-link bm-nowrap">
            {t('not_warned.watch')}
          </ScreenLink>
        </Note>
      )}
      <NoRulesNote />
      {watch.failing_rules > 0 && (
        <Note status="attention">
          {t('not_warned.failing', { count: watch.failing_rules })}{' '}
          <ScreenLink to={linkTo(rulesScreen)} className="bm-link bm-nowrap">
            {t('not_warned.rules')}
          </ScreenLink>
        </Note>
      )}
      {!watch.mail_server && (
        <Note status="attention">
          {t('not_warned.no_mail_server')} {!phone && t('not_warned.no_mail_server_text')}
        </Note>
      )}
    </>
  )
}
