import type { Session } from '../../kit/api/session.ts'
import type { Address } from '../../kit/routing/address.ts'
import type { Who } from '../../kit/routing/screen.ts'

export type GuardDecision =
  | { do: 'enter' }
  | { do: 'validate' }
  | { do: 'home' }
  | { do: 'signIn'; redirectFrom: string }

/** Decides what happens to somebody who opens a screen (specification §2). */
export const verdictOn = (who: Who, session: Session, href: string): GuardDecision => {
  const isIn = session.token !== null
  if (isIn && session.user === null) return { do: 'validate' }
  if (who === 'everyone') return { do: 'enter' }
  if (who === 'visitor') return { do: isIn ? 'home' : 'enter' }
  if (isIn) return { do: 'enter' }
  return { do: 'signIn', redirectFrom: href }
}

/** Tells whether an address names a thing in a way nothing is named; the server need not be asked. */
export const isNowhere = ({ params }: Address, texts: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(params).some(([name, parser]) => {
    const text = texts[name]
    return text !== undefined && parser.read(text) === undefined
  })
