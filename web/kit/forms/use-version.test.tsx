import { act, cleanup, renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import texts from '#shared/locales/en/form.json' with { type: 'json' }
import { useVersion } from './use-version.ts'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form: texts } } }))
afterEach(cleanup)

const overtaken = new CallFailed(409, { code: 'changed_meanwhile', message: 'Someone else changed this.' })

test('a form saves over what it was filled from, and once it has said so over what came since', async () => {
  const { result } = renderHook(() => useVersion({ version: 3 }, async () => ({ version: 5 })))
  const save = vi.fn(async (version: number | undefined) => {
    if (version !== 5) throw overtaken
    return 'saved'
  })
  await act(() => expect(result.current(save)).rejects.toThrow(texts.overtaken))
  await act(() => expect(result.current(save)).resolves.toBe('saved'))
  expect(save.mock.calls).toEqual([[3], [5]])
})

test('what is new has no version, what is gone and any other failure say what the call said', async () => {
  const made = renderHook(() => useVersion(null, async () => undefined))
  expect(await made.result.current(async version => version)).toBeUndefined()
  await expect(made.result.current(() => Promise.reject(overtaken))).rejects.toBe(overtaken)
  const away = new CallFailed(0, {})
  const changed = renderHook(() => useVersion({ version: 1 }, async () => ({ version: 2 })))
  await expect(changed.result.current(() => Promise.reject(away))).rejects.toBe(away)
})
