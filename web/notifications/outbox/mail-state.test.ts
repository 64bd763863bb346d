import { describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#shared/contract/accounts/mails.ts'
import { mailStateOf } from './mail-state.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const mail = (change: Partial<OutgoingMail>): OutgoingMail => ({
  id: 1,
  channel: 'email',
  recipient: 'marieke@zonneveld.example',
  subject: 'Confirm your e-mail address',
  text: 'Hello',
  state: 'waiting',
  created_at: '2026-11-20T09:00:00.000Z',
  sent_at: null,
  attempts: 0,
  next_attempt_at: '2026-11-20T09:00:00.000Z',
  last_error: null,
  ...change,
})

describe('[decisions §2] the state of a mail', () => {
  test('is sent once a mail server took it, a file where there is none, and refused for good', () => {
    expect(mailStateOf(mail({ state: 'sent', attempts: 1 }), NOW).name).toBe('sent')
    expect(mailStateOf(mail({ state: 'kept', attempts: 1 }), NOW).name).toBe('file')
    expect(mailStateOf(mail({ state: 'refused', attempts: 1 }), NOW).name).toBe('refused')
  })

  test('waits without a try at first', () => {
    expect(mailStateOf(mail({}), NOW)).toEqual({ name: 'waits', tries: 0, nextInMinutes: null })
  })

  test('says how often it was tried and when it is tried next', () => {
    const tried = mail({ attempts: 3, next_attempt_at: '2026-11-20T10:03:20.000Z', last_error: 'no answer' })
    expect(mailStateOf(tried, NOW)).toEqual({ name: 'waits', tries: 3, nextInMinutes: 4 })
    const due = mail({ attempts: 3, next_attempt_at: '2026-11-20T09:59:00.000Z' })
    expect(mailStateOf(due, NOW).nextInMinutes).toBe(0)
  })
})
