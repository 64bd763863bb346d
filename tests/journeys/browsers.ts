import { execFileSync } from 'node:child_process'
import type { LaunchOptions } from '@playwright/test'

/** Chromium that nobody looks at: it does the same with a fifth less CPU time, but knows no notifications. */
const SHELLS = ['chromium-headless-shell']
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome']

const pathOf = (name: string): string | undefined => {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Starts the first of these programs that the system has, else the Chromium that Playwright brought. */
const launching = (names: string[], otherwise: LaunchOptions): LaunchOptions => {
  const [executablePath] = names.flatMap(name => pathOf(name) ?? [])
  return {
    ...(executablePath ? { executablePath } : otherwise),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Letters as wide as a window of the whole browser has them; the shell would round each to full pixels.
      '--font-render-hinting=none',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages of a test are gone before code that is compiled twice more has paid for it.
      '--js-flags=--no-opt,--no-maglev',
    ],
  }
}

export const LEAN_BROWSER = launching([...SHELLS, ...WHOLE], {})
/** A browser that shows notifications. */
export const WHOLE_BROWSER = launching(WHOLE, { channel: 'chromium' })
