import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, readSession, setUser, startSession, type User } from '../../kit/api/session.ts'
import { hideToast, showToast } from '../../ui/feedback/toast.ts'
import { followFormats } from './formats-elsewhere.tsx'

vi.mock('../../ui/feedback/toast.ts', () => ({ showToast: vi.fn(), hideToast: vi.fn() }))

const FAHRENHEIT = { ...USUAL_FORMATS, temperature: 'fahrenheit' as const }
const marieke = { id: 7, name: 'Marieke', formats: USUAL_FORMATS } as User
let stop: AbortController
let another: BroadcastChannel

beforeEach(() => {
  startSession('mariekes', marieke)
  stop = new AbortController()
  another = new BroadcastChannel('barnometer.formats')
  followFormats(stop.signal)
})
afterEach(() => {
  stop.abort()
  another.close()
  endSession()
  localStorage.clear()
  vi.clearAllMocks()
})

test('the other tabs hear of other formats, and of nothing else that changes', async () => {
  const heard: unknown[] = []
  another.onmessage = ({ data }) => heard.push(data)
  setUser({ ...marieke, name: 'Marieke de Boer' })
  setUser({ ...marieke, formats: FAHRENHEIT })
  await vi.waitFor(() => expect(heard).toEqual([{ id: 7, formats: FAHRENHEIT }]))
})

test('formats that another tab has are said, and the page keeps its own until it is loaded anew', async () => {
  another.postMessage({ id: 8, formats: FAHRENHEIT })
  another.postMessage({ id: 7, formats: FAHRENHEIT })
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledTimes(1))
  expect(readSession().user?.formats).toEqual(USUAL_FORMATS)
  another.postMessage({ id: 7, formats: USUAL_FORMATS })
  await vi.waitFor(() => expect(hideToast).toHaveBeenCalledTimes(1))
})
