import { expect, test } from 'vitest'
import { brokerOf } from './broker-address.ts'

test.each([
  ['mqtt://barnometer.example:1883', 'barnometer.example', '1883', false],
  ['mqtts://broker.example:8883', 'broker.example', '8883', true],
  ['mqtt://192.168.1.20:1884', '192.168.1.20', '1884', false],
  ['mqtt://[2001:db8::1]:1883', '2001:db8::1', '1883', false],
])('%s is told field by field, whatever a browser makes of its scheme', (address, host, port, isSecure) => {
  expect(brokerOf(address)).toEqual({ host, port, isSecure })
})
