import type { Session } from '../kit/session.ts'

/** `everyone`: open always · `visitor`: only before signing in · `signedIn`: only after. */
export type Who = 'everyone' | 'visitor' | 'signedIn'

export type Verdict = { do: 'enter' } | { do: 'validate' } | { do: 'home' } | { do: 'signIn'; redirectFrom?: string }

/** What happens to somebody who opens a screen (specification §2). */
export const verdictOn = (who: Who, session: Session, href: string): Verdict => {
  const unknown = session.token !== null && session.user === null
  if (who === 'everyone') return { do: unknown ? 'validate' : 'enter' }
  if (who === 'visitor') return session.token ? { do: 'home' } : { do: 'enter' }
  if (!session.token) return href === '/' ? { do: 'signIn' } : { do: 'signIn', redirectFrom: href }
  return { do: unknown ? 'validate' : 'enter' }
}
