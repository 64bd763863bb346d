import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { queryOf, useReads } from '../../kit/api/query.ts'
import { heard, heardLast } from '../../kit/browser/connection.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ReadBoundary } from './read-boundary.tsx'

/** Reads on their way, by name. */
const asked = new Map<string, { answer: (value: string) => void; fail: (failure: CallFailed) => void }>()
const readOf = (name: string) => ({
  queryKey: queryOf(api.getHealth, {}).queryKey.concat(name) as never,
  queryFn: () => new Promise<string>((answer, fail) => asked.set(name, { answer, fail })),
})

function Part() {
  const [first, second] = useReads([readOf('first'), readOf('second')])
  return <p>{`${first} and ${second}`}</p>
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui } } })
})
beforeEach(() => {
  asked.clear()
  // React tells of each failure that a boundary takes.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 20_000 } } })
  renderPage(
    <ReadBoundary waiting={<p>waiting</p>} gone={<p>gone</p>}>
      <Part />
    </ReadBoundary>,
    { client },
  )
  expect(screen.getByText('waiting')).toBeDefined()
  await act(async () => undefined)
  expect([...asked.keys()]).toEqual(['first', 'second'])
  return client
}
const answerAll = () => act(async () => asked.forEach(({ answer }, name) => void answer(name)))
const failFirst = (failure: CallFailed) => act(async () => asked.get('first')?.fail(failure))

test('reads are asked for together', async () => {
  await show()
  await answerAll()
  expect(await screen.findByText('first and second')).toBeDefined()
})

test('a read that failed says so and is tried again', async () => {
  await show()
  asked.get('second')?.answer('second')
  await failFirst(new CallFailed(500, { message: 'Something went wrong.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
  asked.clear()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: ui.load_again })))
  expect([...asked.keys()]).toEqual(['first'])
  await answerAll()
  expect(await screen.findByText('first and second')).toBeDefined()
})

/** A read that got no answer, and a server that answers `after` ms again. */
const heardAgain = async (after: number) => {
  await show()
  heardLast(Date.now())
  asked.get('second')?.answer('second')
  await failFirst(new CallFailed(0, {}))
  await screen.findByRole('alert')
  asked.clear()
  const failed = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => failed + after)
  await act(async () => heard())
}

test('one that got no answer is tried again when the server is back', async () => {
  await heardAgain(5000)
  expect([...asked.keys()]).toEqual(['first'])
})

test('one that alone gets no answer is not tried again by itself', async () => {
  await heardAgain(10)
  expect([...asked.keys()]).toEqual([])
})

test('what is not there has words of its own', async () => {
  await show()
  asked.get('second')?.answer('second')
  await failFirst(new CallFailed(404, {}))
  expect(await screen.findByText('gone')).toBeDefined()
})

test('an answer that is there stays when it can not be read again', async () => {
  const client = await show()
  await answerAll()
  await screen.findByText('first and second')
  asked.clear()
  await act(async () => void client.refetchQueries())
  await failFirst(new CallFailed(0, {}))
  expect(screen.getByText('first and second')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
