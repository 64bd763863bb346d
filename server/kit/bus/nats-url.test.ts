import { expect, test } from 'vitest'
import { natsSettingsOf } from './nats-url.ts'

test('an address says the server, who comes, and the stream with its limits', () => {
  expect(natsSettingsOf('nats://host')).toEqual({
    host: 'host',
    port: 4222,
    isEncrypted: false,
    user: '',
    secret: '',
    stream: 'barnometer',
    storage: 'file',
    minutes: 10,
    megabytes: 64,
    replicas: 1,
    credentials: undefined,
  })
  expect(natsSettingsOf('tls://barn:p%40ss@[::1]:4443/north?minutes=5&storage=memory&replicas=3')).toMatchObject({
    host: '::1',
    port: 4443,
    isEncrypted: true,
    user: 'barn',
    secret: 'p@ss',
    stream: 'north',
    storage: 'memory',
    minutes: 5,
    replicas: 3,
  })
  expect(natsSettingsOf('nats://a-token@host')).toMatchObject({ user: '', secret: 'a-token' })
})

test.each([
  ['http://host:4222', /nats:/],
  ['nats://', /nats:|Invalid/],
  ['host:4222', /nats:/],
  ['nats://host/a.b', /name of the stream/],
  ['nats://host?minutes=0', /minutes/],
  ['nats://host?megabytes=many', /megabytes/],
  ['nats://host?storage=tape', /storage/],
  ['nats://host?hours=3', /hours/],
])('%s is refused with what is wrong', (address, words) => {
  expect(() => natsSettingsOf(address)).toThrow(words)
})
