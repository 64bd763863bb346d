import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inSpan, traceHeaders } from './tracing.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))
const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(path => /(?<!\.test)\.ts$/.test(path))
const filesWith = (text: RegExp) => files.filter(path => text.test(readFileSync(join(SERVER, path), 'utf8')))

test('the SDK is loaded by one file, and that only where it is asked for', () => {
  expect(filesWith(/'@opentelemetry\//)).toEqual(['kit/telemetry/open-telemetry.ts'])
  expect(filesWith(/telemetry\/open-telemetry\.ts'/)).toEqual(['main.ts'])
  expect(readFileSync(join(SERVER, 'main.ts'), 'utf8')).toMatch(
    /environment\.OTEL_EXPORTER_OTLP_ENDPOINT\s*\? \(await import\('\.\/kit\/telemetry\/open-telemetry\.ts'\)\)/,
  )
})

test('without telemetry work is done as it is, and nothing is passed on', async () => {
  const failure = new Error('as it was')
  expect(await inSpan({ name: 'job a', attributes: {} }, async () => 7)).toBe(7)
  await expect(inSpan({ name: 'job a', attributes: {} }, () => Promise.reject(failure))).rejects.toBe(failure)
  expect(traceHeaders()).toEqual({})
})
