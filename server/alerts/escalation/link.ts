import { Failure } from '../../kit/failure.ts'
import { createSigner } from '../../kit/security/signer.ts'
import type { Services } from '../../kit/services.ts'

const PURPOSE = 'alarm-calls'

/** Link with which a person confirms an alarm, also without an account. */
export const alarmLink = async (services: Services, notificationId: number): Promise<string> =>
  `${services.publicUrl()}/alarm/${notificationId}.${await createSigner(services, PURPOSE).sign(`telling:${notificationId}`)}`

/** Link with which a person says whether the plan may tell them. */
export const personLink = async (services: Services, personId: number): Promise<string> =>
  `${services.publicUrl()}/alarm-person/${personId}.${await createSigner(services, PURPOSE).sign(`person:${personId}`)}`

/** Link with which a person says whether they stand in for somebody who is away. */
export const standInLink = async (services: Services, absenceId: number): Promise<string> =>
  `${services.publicUrl()}/stand-in/${absenceId}.${await createSigner(services, PURPOSE).sign(`absence:${absenceId}`)}`

type Kind = 'telling' | 'person' | 'absence'

const idIn = async (services: Pick<Services, 'db'>, token: string, kind: Kind): Promise<number> => {
  const at = token.indexOf('.')
  const id = Number(token.slice(0, at))
  if (!(await createSigner(services, PURPOSE).isSigned(`${kind}:${id}`, token.slice(at + 1))))
    throw new Failure('invalid_code')
  return id
}

/** The notification a link is about. Throws invalid_code for one we never wrote. */
export const notificationInToken = (services: Pick<Services, 'db'>, token: string): Promise<number> =>
  idIn(services, token, 'telling')

/** The person a link is about. Throws invalid_code for one we never wrote. */
export const personInToken = (services: Pick<Services, 'db'>, token: string): Promise<number> =>
  idIn(services, token, 'person')

/** The absence a link is about. Throws invalid_code for one we never wrote. */
export const absenceInToken = (services: Pick<Services, 'db'>, token: string): Promise<number> =>
  idIn(services, token, 'absence')
