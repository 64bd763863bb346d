import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { aDevice } from './a-device.ts'
import { aLocation } from './a-location.ts'
import { aPlacement } from './a-placement.ts'
import type { TestUser } from './a-user.ts'
import { someMeasurements } from './some-measurements.ts'
import type { TestApp } from './start-test-app.ts'

const DAYS = 14
const MONTH = 30

/**
 * A project of `researcher`, and a barn of `owner` with a device that measured each hour of the 14 days before today's midnight
 * (UTC); the owner shares temperature and humidity from the project's first day, ten days ago, on.
 */
export const aSharedProject = async (
  app: TestApp,
  { owner, researcher }: { owner: TestUser; researcher: TestUser },
  { everySeconds = 3600, name = 'Winter air' } = {},
) => {
  const midnight = Math.floor(app.clock.now() / DAY_MS) * DAY_MS
  const at = (days: number): string => new Date(midnight + days * DAY_MS).toISOString()
  const location = await aLocation(app, owner, { street: 'Dorpsstraat', lat: 51.4416, lon: 5.4697 })
  const device = await aDevice(app, owner)
  const placement = await aPlacement(app, owner, device, location, { start: at(-DAYS) })
  for (const measurement of ['t', 'h', 'co2'])
    await someMeasurements(app, device, {
      from: at(-DAYS),
      until: at(0),
      everySeconds,
      measurement,
      value: n => (n % 24) + (measurement === 't' ? 0 : 50),
    })
  const body = { name, start: at(-10), end: at(MONTH), institution: 'Institute', aim: 'How air goes in winter.' }
  const research = await app.call(api.createResearch, { body }, researcher.token)
  const params = { id: research.id }
  await app.call(api.askForConsent, { params, body: { email: owner.email } }, researcher.token)
  const say = (answer: 'yes' | 'no', from: string, more: object = {}) =>
    app.call(api.createConsent, { params, body: { location_id: location.id, answer, from, ...more } }, owner.token)
  await say('yes', at(-10), { measurements: ['t', 'h'] })
  /** Version of ten days ago until now, as a body of a call. */
  const version = {
    from: at(-10),
    until: at(0),
    title: 'Winter air in one barn',
    authors: ['Ada Researcher', 'Ben Writer'],
    licence: 'CC-BY-4.0' as const,
  }
  return { at, location, device, placement, research, params, say, version }
}
