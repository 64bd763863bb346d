import { personalData } from '../kit/personal-data/part.ts'

export const RESEARCH_DATA = [
  personalData('research', {
    file: 'projects',
    ids: ['owner_id'],
    columns: {
      id: 'yes',
      name: 'yes',
      research_subject_id: 'yes',
      start: 'yes',
      end: 'yes',
      aim: 'yes',
      purpose: 'yes',
      conclusion: 'yes',
      institution: 'yes',
      target_measurements: 'json',
      owner_id: 'no: it is the account’s',
      created_at: 'yes',
      demo: 'yes',
      version: 'yes',
      changed_by: 'no: the account itself, or an administrator',
    },
  }),
  personalData('research_notes', {
    file: 'project-notes',
    ids: ['written_by'],
    columns: {
      id: 'yes',
      research_id: 'yes',
      kind: 'yes',
      from: 'yes',
      until: 'yes',
      title: 'yes',
      text: 'yes',
      written_by: 'no: it is the account’s',
      written_at: 'yes',
      version: 'yes',
    },
  }),
  personalData('research_people', {
    file: 'project-memberships',
    key: ['research_id'],
    emails: ['email'],
    columns: { research_id: 'yes', email: 'yes', added_by: 'no: another person' },
  }),
]
