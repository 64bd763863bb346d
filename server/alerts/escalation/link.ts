import { Failure } from '../../kit/failure.ts'
import { createSigner } from '../../kit/security/signer.ts'
import type { World } from '../../kit/world.ts'

const PURPOSE = 'alarm-calls'

/** Link with which a person confirms an alarm, also without an account. */
export const alarmLink = async (world: World, tellingId: number): Promise<string> =>
  `${world.publicUrl()}/alarm/${tellingId}.${await createSigner(world, PURPOSE).sign(`telling:${tellingId}`)}`

/** Link with which a person says whether the plan may tell them. */
export const personLink = async (world: World, personId: number): Promise<string> =>
  `${world.publicUrl()}/alarm-person/${personId}.${await createSigner(world, PURPOSE).sign(`person:${personId}`)}`

const idIn = async (world: Pick<World, 'db'>, token: string, kind: 'telling' | 'person'): Promise<number> => {
  const at = token.indexOf('.')
  const id = Number(token.slice(0, at))
  if (!(await createSigner(world, PURPOSE).isSigned(`${kind}:${id}`, token.slice(at + 1))))
    throw new Failure('invalid_code')
  return id
}

/** The telling a link is about. Throws invalid_code for one we never wrote. */
export const tellingInToken = (world: Pick<World, 'db'>, token: string): Promise<number> =>
  idIn(world, token, 'telling')

/** The person a link is about. Throws invalid_code for one we never wrote. */
export const personInToken = (world: Pick<World, 'db'>, token: string): Promise<number> => idIn(world, token, 'person')
