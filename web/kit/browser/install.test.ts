import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { canAsk, install, isApple, listenForInstall, mayAskByItself, noteInstallOffered } from './install.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')

beforeAll(listenForInstall)
afterEach(() => localStorage.clear())

describe('the prompt to add the product to the home screen', () => {
  test('[specification §1] comes at most twice, and not twice in a week', () => {
    expect(mayAskByItself(NOW)).toBe(true)
    noteInstallOffered(NOW)
    expect(mayAskByItself(NOW + DAY_MS)).toBe(false)
    expect(mayAskByItself(NOW + 8 * DAY_MS)).toBe(true)
    noteInstallOffered(NOW + 8 * DAY_MS)
    expect(mayAskByItself(NOW + 400 * DAY_MS)).toBe(false)
  })

  test('comes anew where what was noted can not be read', () => {
    localStorage.setItem('barnometer.install_asked', 'rubbish')
    expect(mayAskByItself(NOW)).toBe(true)
  })

  test('uses an offer of the browser once', async () => {
    const prompt = vi.fn(async () => undefined)
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    expect(canAsk()).toBe(true)
    await install()
    await install()
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(canAsk()).toBe(false)
  })

  test('explains the way by hand on iPhones and on iPads, which say they are a Mac', () => {
    expect(isApple('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)', 5)).toBe(true)
    expect(isApple('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe(true)
    expect(isApple('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBe(false)
    expect(isApple('Mozilla/5.0 (Linux; Android 16)', 5)).toBe(false)
  })
})
