import { expect, test } from 'vitest'
import { abilityOf } from './push-state.ts'

const BROWSER = { secure: true, supported: true, apple: false, installed: false, permission: 'default' } as const

test.each([
  ['able', {}],
  ['able', { permission: 'granted' }],
  ['denied', { permission: 'denied' }],
  ['insecure', { secure: false, supported: false }],
  ['unsupported', { supported: false }],
  ['install', { supported: false, apple: true }],
  ['unsupported', { supported: false, apple: true, installed: true }],
] as const)('notifications are %s with %j', (ability, changes) => {
  expect(abilityOf({ ...BROWSER, ...changes })).toBe(ability)
})
