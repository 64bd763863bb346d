import type { Job } from '../../kit/jobs.ts'
import { askWhoIsLeft } from './asking.ts'
import { escalateAlerts } from './escalate.ts'
import { forgetOldLog } from './log.ts'
import { takeWaysOfBefore } from './notifications.ts'
import { pingAlarm } from './ping.ts'
import { remindOfTests } from './tests.ts'

export const alarmPlanJobs: Job[] = [
  { name: 'ask-alarm-people', schedule: '40 */10 * * * *', run: askWhoIsLeft },
  { name: 'escalate-alerts', schedule: '*/10 * * * * *', run: escalateAlerts },
  { name: 'take-alarm-ways-of-before', schedule: '*/5 * * * * *', takesRows: true, run: takeWaysOfBefore },
  { name: 'alarm-ping', schedule: '33 * * * * *', run: pingAlarm },
  { name: 'remind-of-alarm-tests', schedule: '0 17 7 * * *', run: remindOfTests },
  { name: 'forget-old-alarm-log', schedule: '0 43 3 * * *', run: forgetOldLog },
]
