import { ALERT_DATA } from '../alerts/personal-data.ts'
import { AUDIT_DATA } from '../audit/personal-data.ts'
import { BENCHMARK_DATA } from '../benchmarks/personal-data.ts'
import { BOARD_DATA } from '../boards/personal-data.ts'
import { CONSENT_DATA } from '../consents/personal-data.ts'
import { CUSTODY_DATA } from '../custody/personal-data.ts'
import { DEVICE_DATA } from '../devices/personal-data.ts'
import { DIARY_DATA } from '../diary/personal-data.ts'
import { DISPLAY_DATA } from '../displays/personal-data.ts'
import { EMISSION_DATA } from '../emissions/personal-data.ts'
import { EXPORT_DATA } from '../exports/personal-data.ts'
import { FEED_DATA } from '../feeds/personal-data.ts'
import { FLOCK_DATA } from '../flocks/personal-data.ts'
import { FLOOR_PLAN_DATA } from '../floor-plans/personal-data.ts'
import { GROUP_DATA } from '../groups/personal-data.ts'
import { IMPORT_DATA } from '../imports/personal-data.ts'
import { MAPPING_DATA } from '../ingest/personal-data.ts'
import { INSIGHT_DATA } from '../insights/personal-data.ts'
import type { PersonalDataPart } from '../kit/personal-data/part.ts'
import { LOCATION_DATA } from '../locations/personal-data.ts'
import { MANUAL_DATA } from '../manual-measurements/personal-data.ts'
import { NOTIFICATION_DATA } from '../notifications/personal-data.ts'
import { OFFER_DATA } from '../offers/personal-data.ts'
import { PHOTO_DATA } from '../photos/personal-data.ts'
import { REPORT_DATA } from '../reports/personal-data.ts'
import { RESEARCH_DATA } from '../research/personal-data.ts'
import { FAULT_DATA } from '../series/personal-data.ts'
import { SETTING_DATA } from '../settings/personal-data.ts'
import { SNAPSHOT_DATA } from '../snapshots/personal-data.ts'
import { STATISTICS_DATA } from '../statistics/personal-data.ts'
import { USER_DATA } from '../users/personal-data.ts'

/** All that is kept about a person, in the order of the README. `WITHOUT_PART` names the tables that are left out. */
export const PARTS: readonly PersonalDataPart[] = [
  ...USER_DATA,
  ...SETTING_DATA,
  ...AUDIT_DATA,
  ...NOTIFICATION_DATA,
  ...GROUP_DATA,
  ...LOCATION_DATA,
  ...CUSTODY_DATA,
  ...DEVICE_DATA,
  ...OFFER_DATA,
  ...RESEARCH_DATA,
  ...CONSENT_DATA,
  ...SNAPSHOT_DATA,
  ...MAPPING_DATA,
  ...IMPORT_DATA,
  ...MANUAL_DATA,
  ...FAULT_DATA,
  ...EXPORT_DATA,
  ...REPORT_DATA,
  ...EMISSION_DATA,
  ...FLOCK_DATA,
  ...STATISTICS_DATA,
  ...BENCHMARK_DATA,
  ...ALERT_DATA,
  ...DIARY_DATA,
  ...PHOTO_DATA,
  ...FLOOR_PLAN_DATA,
  ...INSIGHT_DATA,
  ...DISPLAY_DATA,
  ...FEED_DATA,
  ...BOARD_DATA,
]

/** Tables with a column of an account that have no part, and why. A test holds both lists against the database. */
export const WITHOUT_PART: Readonly<Record<string, string>> = {
  report_mails:
    'Says which mails of a report went out; the mails themselves are among the messages of their addresses.',
  one_time_secrets: 'Holds a secret and tries of it; that codes are asked for stands in the account.',
  backup_codes: 'Holds hashes of secrets alone.',
  password_codes: 'Holds hashes of a code for an hour.',
  passkey_challenges: 'Holds hashes of challenges for minutes.',
  oidc_link_requests: 'Holds the hash of a link for a day.',
  email_verifications: 'Holds the hash of a link for a day; the address it was mailed to stands in the account.',
  mails: 'Mails of the release before, on their way to the outbox.',
  alarm_plans: 'The plan is the location’s and names other people; what a person was told stands in its notifications.',
  alarm_ways: 'Says by which way a notification went, which the outbox does, too.',
  alert_failures: 'Rules that cannot be evaluated just now, in words of the program.',
  reminder_pushes: 'Reminders of the release before, on their way to the outbox.',
  data_copies: 'Lists the copies themselves.',
}
