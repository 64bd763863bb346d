import { createHmac, timingSafeEqual } from 'node:crypto'
import type { World } from '../world.ts'
import { newSecret } from './secrets.ts'

export interface Signer {
  sign(text: string): Promise<string>
  isSigned(text: string, signature: string): Promise<boolean>
}

/** Signs texts that come back from outside. All processes of a set-up share the secret of one purpose. */
export const createSigner = (world: Pick<World, 'db'>, purpose: string): Signer => {
  let known: Promise<string> | undefined
  const secret = () => {
    known ??= readSecret(world, purpose).catch(error => {
      known = undefined
      throw error
    })
    return known
  }
  const sign = async (text: string) =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url')
  return {
    sign,
    isSigned: async (text, signature) => {
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(text))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

/** The first process to ask makes it. */
const readSecret = async ({ db }: Pick<World, 'db'>, name: string): Promise<string> => {
  await db
    .insertInto('server_secrets')
    .values({ name, value: newSecret() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
