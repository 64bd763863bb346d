import { api } from '#shared/contract/index.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** These people accept all that is offered to them. */
export const accepted = async (test: TestApp, ...receivers: TestUser[]): Promise<void> => {
  for (const { token } of receivers) {
    const offers = await test.call(api.listOffers, {}, token)
    for (const { id } of offers.filter(({ incoming }) => incoming))
      await test.call(api.acceptOffer, { params: { id } }, token)
  }
}
