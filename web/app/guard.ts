import type { Session } from '../kit/session.ts'

/** `everyone`: open always · `visitor`: only before signing in · `signedIn`: only after. */
export type Who = 'everyone' | 'visitor' | 'signedIn'

export type Verdict = { do: 'enter' } | { do: 'validate' } | { do: 'home' } | { do: 'signIn'; redirectFrom?: string }

/** What happens to somebody who opens a screen (specification §2). */
export const verdictOn = (who: Who, session: Session, href: string): Verdict => {
  const isIn = session.token !== null
  if (isIn && session.user === null) return { do: 'validate' }
  if (who === 'everyone') return { do: 'enter' }
  if (who === 'visitor') return { do: isIn ? 'home' : 'enter' }
  if (isIn) return { do: 'enter' }
  return href === '/' ? { do: 'signIn' } : { do: 'signIn', redirectFrom: href }
}
