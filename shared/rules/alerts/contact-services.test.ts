import { describe, expect, test } from 'vitest'
import {
  CONTACT_SERVICE_KEYS,
  fillPlaces,
  formOfService,
  headersIn,
  internationalPhone,
  originsOf,
  problemsOfSettings,
  tidySettings,
} from './contact-services.ts'

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 (0)170/123-4567', '+491701234567'],
  ['+31 6 1234 5678', '+31612345678'],
  ['0170 1234567', ''],
  ['+0170 1234567', ''],
  ['+49', ''],
  ['+49 170 1234567 ext 3', ''],
  [`+49${'1'.repeat(20)}`, ''],
])('%s is dialled as "%s"', (text, dialled) => {
  expect(internationalPhone(text)).toBe(dialled)
})

describe('settings', () => {
  test.each(CONTACT_SERVICE_KEYS)('of %s need what is not optional', key => {
    const needed = Object.entries(formOfService(key).fields).filter(([, { optional }]) => !optional)
    expect(Object.keys(problemsOfSettings(key, {})).sort()).toEqual(
      expect.arrayContaining(needed.map(([name]) => name).sort()),
    )
  })

  test.each(CONTACT_SERVICE_KEYS)('that %s begins with are right', key => {
    const { fields } = formOfService(key)
    const begun = Object.fromEntries(Object.entries(fields).map(([name, { initial = '' }]) => [name, initial]))
    const wrong = Object.entries(problemsOfSettings(key, begun)).filter(([name]) => fields[name]?.initial)
    expect(wrong).toEqual([])
  })

  test('may leave out a secret that is kept', () => {
    const settings = { server: 'https://m.example', room: '!a:m.example' }
    expect(problemsOfSettings('matrix', settings)).toEqual({ token: 'required' })
    expect(problemsOfSettings('matrix', settings, ['token'])).toEqual({})
  })

  test.each([
    'https://ntfy.example',
    'http://192.168.1.4:8080/ntfy',
    'https://[2001:db8::1]:8443',
    'https://мята.example/',
  ])('lead to %s', server => {
    expect(problemsOfSettings('ntfy', { server, topic: 'a' })).toEqual({})
  })

  test.each([
    'ntfy.example',
    'https://',
    'https://a b.example',
    'https://me:secret@ntfy.example',
    'https://ntfy.example\\@inside',
    'https://ntfy.example/?a',
    'https://ntfy.example/#a',
    'file:///etc/passwd',
    'https://{to}.example',
  ])('do not lead to %s', server => {
    expect(problemsOfSettings('ntfy', { server, topic: 'a' })).toEqual({ server: 'web_address' })
  })

  test('are kept without what is empty, numbers as they are dialled', () => {
    const settings = {
      server: ' https://s.example// ',
      from: '+49 170 1',
      to: '+49 1701234567;0031 612345678',
      user: ' ',
    }
    expect(tidySettings('signal', settings)).toEqual({
      server: 'https://s.example',
      from: '',
      to: '+491701234567, +31612345678',
    })
  })

  test('go to another address only where the host is another', () => {
    const at = (url: string) => originsOf('other', { url })
    expect(at('https://A.example/one')).toEqual(at('https://a.example/two?x=1'))
    expect(at('https://a.example')).not.toEqual(at('https://a.example:8443'))
    expect(at('https://a.example')).not.toEqual(at('http://a.example'))
  })
})

test('places are filled once, and what fills them is no place', () => {
  expect(fillPlaces('{to} {text} {unknown} {{to}}', name => `{${name}}`)).toBe('{to} {text} {unknown} {{to}}')
  expect(fillPlaces('a{to}b', () => '$&')).toBe('a$&b')
})

test.each([
  [
    'Authorization: Bearer {secret}\n\nX-A:b',
    [
      ['authorization', 'Bearer {secret}'],
      ['x-a', 'b'],
    ],
  ],
  ['', []],
  ['Host: inside', null],
  ['Content-Length: 0', null],
  ['Bad name: x', null],
  ['{to}: x', null],
])('headers of %j are %j', (text, headers) => {
  expect(headersIn(text)).toEqual(headers)
})
