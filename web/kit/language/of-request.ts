import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '#shared/contract/fixed.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import type { Session } from '../api/session.ts'
import { findViewerBy, type Viewer } from './viewer-formats.ts'

export { textsOfRequest } from './language.ts'

const viewers = new AsyncLocalStorage<Viewer>()
findViewerBy(() => viewers.getStore())

/**
 * Lets what is rendered from here on be written for whoever is signed in, and returns their session. Requests at the same time each
 * have a viewer of their own.
 */
export const renderedFor = (session: Session, language: Language): Session => {
  viewers.enterWith({ language, formats: session.user?.formats ?? USUAL_FORMATS })
  return session
}
