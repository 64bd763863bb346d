import type { User } from '#shared/contract/accounts/users.ts'
import type { EventStream } from '../kit/http/event-stream.ts'
import type { SignedIn } from '../kit/http/serve.ts'
import type { Services } from '../kit/services.ts'
import { onSessionsEnded } from './administration/sessions-ended.ts'
import { onSightChanged } from './sight-changed.ts'
import { callerOfSession } from './sign-in/sessions.ts'
import { callerOfToken } from './tokens/tokens.ts'

/** Time (ms) after which a stream asks again who listens and what they may see, before it sends anything more. */
const TRUSTED_MS = 20_000

/** The listener as they are now, null when the session or the access token they came with is over. */
const callerNow = (services: Pick<Services, 'db' | 'now'>, user: SignedIn): Promise<User | null> =>
  user.token ? callerOfToken(services, user.token.id) : callerOfSession(services, user.session_id)

interface RightsReader<Rights> {
  first: Rights
  read: (caller: User) => Promise<Rights>
}

/**
 * Keeps up what the listener of an open stream may see: `first`, and what `read` says from time to time, after
 * `invalidate`, and when news say that it is something else, before the next is sent. The work given to `send` is done one after the other; the stream ends with the
 * session or access token, at once where an administrator or the owner ends it, when work fails, and when news may have been lost.
 */
export const keepRights = <Rights>(
  context: Pick<Services, 'db' | 'now' | 'log' | 'bus'> & { user: SignedIn },
  stream: EventStream,
  { first, read }: RightsReader<Rights>,
) => {
  const { now, user, log } = context
  let [rights, askedAt, ended] = [first, now(), false]
  const forget = onSessionsEnded(context, id => {
    if (id !== user.id) return
    // Asked, for another session of the account may go on.
    void callerNow(context, user)
      .then(caller => caller ?? stream.close())
      .catch(error => log.warn({ err: error }, 'the session of a live stream could not be read'))
  })
  const invalidate = (): void => {
    askedAt = Number.NEGATIVE_INFINITY
  }
  const forgetSight = onSightChanged(context, ids => void (ids.includes(user.id) && invalidate()))
  // The page comes again, and reads what was missed.
  const forgetGaps = context.bus.onGap(stream.close)
  stream.onClose(() => {
    ended = true
    forgetGaps()
    forget()
    forgetSight()
  })
  const trusted = async (): Promise<Rights | null> => {
    // Rights may become invalid while they are read.
    while (now() - askedAt >= TRUSTED_MS) {
      askedAt = now()
      const caller = await callerNow(context, user)
      if (!caller) {
        stream.close()
        return null
      }
      rights = await read(caller)
    }
    return rights
  }
  let sending = Promise.resolve()
  return {
    send: (work: (rights: Rights) => void): void => {
      sending = sending
        .then(async () => {
          const seen = ended ? null : await trusted()
          if (seen !== null) work(seen)
        })
        .catch(error => {
          log.warn({ err: error }, 'a live stream could not go on')
          stream.close()
        })
    },
    invalidate,
  }
}
