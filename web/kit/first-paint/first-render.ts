import { createContext, useContext } from 'react'
import type { Session } from '../api/session.ts'

/** True where the server renders a screen. */
export const isServer = typeof document === 'undefined'

/** Facts the server renders a screen with. The browser renders it with the same ones while it takes its HTML over. */
export interface FirstRender {
  session: Session
  /** Epoch ms. */
  now: number
  /** Width of the window in px. */
  width: number
}

export const FirstRenderContext = createContext<FirstRender | null>(null)

/** Facts of the first render, on the server and while the browser hydrates its HTML; null from then on. */
export const useFirstRender = (): FirstRender | null => useContext(FirstRenderContext)
