import { personalData } from '../kit/personal-data/part.ts'

export const CONSENT_DATA = [
  personalData('research_consents', {
    file: 'consents',
    ids: ['said_by'],
    emails: ['email'],
    columns: {
      id: 'yes',
      research_id: 'yes',
      research_name: 'yes',
      kind: 'yes',
      email: 'yes',
      location_id: 'yes',
      location_name: 'yes',
      said_by: 'no: it is the account’s, or who asked',
      said_by_name: 'yes',
      from: 'yes',
      device_ids: 'json',
      measurements: 'json',
      said_at: 'yes',
    },
  }),
  personalData('research_questions', {
    file: 'consent-questions',
    key: ['research_id'],
    emails: ['email'],
    columns: {
      research_id: 'yes',
      email: 'yes',
      asked_at: 'yes',
      reminders: 'yes',
      reminded_at: 'yes',
      answered_at: 'yes',
    },
  }),
  personalData('research_reads', {
    file: 'consented-reads',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      research_id: 'yes',
      location_id: 'yes',
      device_id: 'yes',
      user_id: 'no: it is the account’s',
      user_name: 'yes',
      kind: 'yes',
      measurements: 'json',
      from: 'yes',
      until: 'yes',
      at: 'yes',
    },
  }),
]
