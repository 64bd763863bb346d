import { api } from '#shared/contract/index.ts'
import type { TestUser } from './a-user.ts'
import { accepted } from './accepted.ts'
import type { TestApp } from './start-test-app.ts'

/** A device lent and accepted, when it begins if that has passed. */
export const aRental = async (
  test: TestApp,
  owner: TestUser,
  device: { id: number },
  renter: TestUser,
  period: { start?: string; end?: string } = {},
) => {
  const now = test.clock.now()
  if (period.start !== undefined) test.clock.set(Math.min(Date.parse(period.start), now))
  const body = { email: renter.email, ...period }
  const rental = await test.call(api.createRental, { params: { id: device.id }, body }, owner.token)
  await accepted(test, renter)
  test.clock.set(now)
  return rental
}
