import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import app from '#shared/locales/en/app.json' with { type: 'json' }
import floorPlans from '#shared/locales/en/floor-plans.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../kit/api/lists.ts'
import { createQueryClient, queryOf } from '../kit/api/query.ts'
import { serverNow } from '../kit/time/now.ts'
import { observeNoSizes } from '../testing/no-layout.ts'
import { renderPage } from '../testing/render-page.tsx'
import { takeToasts } from '../ui/feedback/toast.ts'
import FloorPlansPage from './floor-plans-page.tsx'

vi.mock('../kit/routing/link.tsx', () => ({
  ScreenLink: ({ children, to, ...rest }: { children: React.ReactNode; to: { params: { id: string } } }) => (
    <a href={`/data/${to.params.id}`} {...rest}>
      {children}
    </a>
  ),
  useScreenParams: () => ({ id: 1 }),
  useScreenSearch: () => ({}),
  useChangeSearch: () => async () => undefined,
  useGo: () => async () => undefined,
}))
vi.mock('../kit/api/tab-events.ts', () => ({ listenToServer: () => undefined }))

const OWN = { 'x-barnometer': '1' }
const done = () => new Response(null, { status: 204, headers: OWN })
/** Calls of the page, which the server does not answer unless a test says so. */
const network = vi.fn<(method: string, url: string, body?: unknown) => Promise<Response>>()
/** Calls that wait for their answer: they get one at the end of the test, since the product counts those that are under way. */
const waiting: ((answer: Response) => void)[] = []
const never = () => new Promise<Response>(resolve => waiting.push(resolve))
/** Answers the calls of one method from now on; those of other files that are still under way wait as before. */
const answerTo = (wanted: string, answer: () => Promise<Response>) =>
  network.mockImplementation((method, url) => (method === wanted && url.includes('/floor_plans/') ? answer() : never()))
const PUT = [api.putOnFloorPlan.method, urlOf(api.putOnFloorPlan, { params: { id: 5, device_id: 1 } })] as const

beforeEach(observeNoSizes)
beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { app, 'floor-plans': floorPlans, ui } },
    interpolation: { escapeValue: false },
  }),
)
beforeEach(() => {
  network.mockReset()
  network.mockImplementation(never)
  // The client of the pages is shared with other files of this process: the network is what a file may have for itself.
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) =>
    network(method, url, ...(body ? [JSON.parse(String(body))] : [])),
  )
})
afterEach(async () => {
  cleanup()
  for (const answer of waiting.splice(0)) answer(Response.json([], { headers: OWN }))
  await act(async () => undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const lists = {
  measurement_types: [
    { id: 1, abbreviation: 't', name: 'Temperature', physical_quantity_id: 1, chart_group_id: 1, show_in_dials: true },
  ],
  physical_quantities: [{ id: 1, abbreviation: 'temp_deg_c', name: 'Temperature', unit: '°C', decimals: 1 }],
  chart_groups: [{ id: 1, order: 1, area_type_boundaries: [] }],
}
const placement = { location_id: 1, area_id: 11, area_name: 'Barn 1', area_type_id: 25 }
const DEVICES = ['Front', 'Back'].map((name, index) => ({ id: index + 1, name, placement }))
const PLAN = {
  ...{ id: 5, location_id: 1, name: 'Long barn', width: 900, height: 600, picture: '/picture' },
  devices: [{ device_id: 1, area_id: 11, x: 0.25, y: 0.5 }],
}
const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString()

const open = (may: string[], plans: object[], last: object = {}) => {
  const params = { id: 1 }
  const answers: [{ queryKey: readonly unknown[] }, unknown][] = [
    [LISTS, lists],
    [queryOf(api.listFloorPlans, { params }), plans],
    [queryOf(api.getLocation, { params }), { id: 1, name: 'De Linde', may, areas: [{ id: 11 }] }],
    [queryOf(api.listSensors, {}), DEVICES],
    [queryOf(api.listLast, {}), last],
  ]
  const client = createQueryClient()
  for (const [{ queryKey }, answer] of answers) client.setQueryData(queryKey, answer)
  renderPage(<FloorPlansPage />, { client })
  /** Reads the floor plans again, as each minute. */
  return (now: object[]) =>
    act(() => void client.setQueryData(queryOf(api.listFloorPlans, { params }).queryKey, now as never))
}
const more = async (item: string) => {
  fireEvent.click(screen.getByRole('button', { name: floorPlans.more }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  return screen.findByRole('dialog')
}
const OTHER = { ...PLAN, id: 4, name: 'Barn 1', devices: [] }

test('who may only read sees values where they are measured, old ones as old, and changes nothing', () => {
  open([], [PLAN], { 1: { t: { value: 21.4, time: minutesAgo(25), grade: null } } })
  const pin = screen.getByRole('link', { name: /^Front\s*Barn 1\s*21\.4\s°C\s*Old value$/ })
  expect([pin.getAttribute('href'), pin.style.left, pin.style.top]).toEqual(['/data/1', '25%', '50%'])
  expect(screen.getByText('25 min ago')).toBeTruthy()
  expect(screen.getByRole('heading', { name: floorPlans.beside })).toBeTruthy()
  for (const name of [floorPlans.place, floorPlans.more]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each([
  [['edit'], floorPlans.empty_text, 1],
  [[], floorPlans.empty_reader, 0],
])('without a plan, who may %j is told what to do', (may, text, buttons) => {
  open(may, [])
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: floorPlans.add })).toHaveLength(buttons)
})

test('a place that the server refuses is said, and the device is where it was', async () => {
  open(['edit'], [PLAN])
  fireEvent.click(screen.getByRole('button', { name: floorPlans.place }))
  const pin = await screen.findByRole('button', { name: /^Front.*25 % from the left/ })
  const refused = { code: 'not_allowed', message: 'You may not.' }
  answerTo('PUT', async () => Response.json(refused, { status: 403, headers: OWN }))
  fireEvent.keyDown(pin, { key: 'ArrowRight' })
  expect(await screen.findByRole('button', { name: /^Front.*26 % from the left/ })).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Front.*25 % from the left/ })).toBeTruthy()
  expect(network).toHaveBeenCalledWith(...PUT, { x: 0.26, y: 0.5 })
  await waitFor(() => expect(JSON.stringify(takeToasts())).toContain('You may not.'))
})

test('a plan that comes before the one that is shown takes neither its place nor its dialogs', async () => {
  const readAgain = open(['edit'], [PLAN])
  const dialog = await more(floorPlans.delete)
  await readAgain([OTHER, PLAN])
  expect(await screen.findByRole('combobox', { name: floorPlans.plan, hidden: true })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Floor plan Long barn', hidden: true })).toBeTruthy()
  expect(within(dialog).getByText('Delete floor plan Long barn?')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: floorPlans.delete }))
  await waitFor(() => expect(network).toHaveBeenCalledWith('DELETE', urlOf(api.deleteFloorPlan, { params: { id: 5 } })))
})

test('a plan that goes while its picture is replaced is said, and no other is changed instead', async () => {
  const readAgain = open(['edit'], [OTHER, PLAN])
  const dialog = await more(floorPlans.replace)
  expect(await within(dialog).findByText('Replace picture of Barn 1')).toBeTruthy()
  await readAgain([PLAN])
  expect(await screen.findByText('Floor plan Barn 1 has been deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('region', { name: 'Floor plan Long barn' })).toBeTruthy()
})

test('who places devices on a plan that goes does not go on with another', async () => {
  const readAgain = open(['edit'], [OTHER, PLAN])
  fireEvent.click(screen.getByRole('button', { name: floorPlans.place }))
  expect(await screen.findByText(floorPlans.choose_tap)).toBeTruthy()
  await readAgain([PLAN])
  expect(await screen.findByText('Floor plan Barn 1 has been deleted.')).toBeTruthy()
  expect(screen.getByRole('button', { name: floorPlans.place })).toBeTruthy()
  expect(screen.queryByText(floorPlans.choose_tap)).toBeNull()
})

/** Lays a picture of 1000 × 1000 px at the window's corner; devices stand on it by their styles. */
const layOut = () => {
  HTMLElement.prototype.setPointerCapture = () => undefined
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.dataset.pin === undefined) return new DOMRect(0, 0, 1000, 1000)
    return new DOMRect(
      Number.parseFloat(this.style.left) * 10 - 22,
      Number.parseFloat(this.style.top) * 10 - 22,
      44,
      44,
    )
  })
}
const placing = async (plans: object[] = [PLAN]) => {
  layOut()
  open(['edit'], plans)
  fireEvent.click(screen.getByRole('button', { name: floorPlans.place }))
  return screen.findByRole('button', { name: plans === NOBODY ? /^Front/ : /^Front.*from the left/ })
}
const NOBODY = [{ ...PLAN, devices: [] }]
const finger = (id: number, clientX: number, clientY: number) => ({
  ...{ pointerId: id, pointerType: 'touch', isPrimary: id === 1, button: 0 },
  ...{ clientX, clientY },
})
const mouse = (clientX: number, clientY: number, button = 0) => ({
  ...{ pointerId: 9, pointerType: 'mouse', isPrimary: true, button },
  ...{ clientX, clientY },
})
const hint = () =>
  screen.getByText((_, element) => element?.getAttribute('role') === 'status' && element.tagName === 'P')
const puts = () => network.mock.calls.filter(([method, url]) => method === PUT[0] && url === PUT[1])

test('a device stays under the finger where it was gripped, and a toast takes the move back', async () => {
  takeToasts()
  const pin = await placing()
  fireEvent.pointerDown(pin, finger(1, 262, 505))
  fireEvent.pointerMove(pin, finger(1, 271, 505))
  expect(pin.style.left).toBe('25%')
  fireEvent.pointerMove(pin, finger(1, 362, 505))
  fireEvent.pointerUp(pin, finger(1, 362, 505))
  await waitFor(() => expect(puts()).toHaveLength(1))
  expect(puts()).toEqual([[...PUT, { x: 0.35, y: 0.5 }]])
  expect(JSON.stringify(takeToasts())).toContain('Front moved.')
})

test('two fingers zoom, and drag no device; neither does another button of a mouse', async () => {
  const pin = await placing()
  fireEvent.pointerDown(pin, finger(1, 250, 500))
  fireEvent.pointerMove(pin, finger(1, 290, 500))
  expect(pin.style.left).toBe('29%')
  fireEvent.pointerDown(document.body, finger(2, 600, 500))
  fireEvent.pointerMove(pin, finger(1, 100, 500))
  fireEvent.pointerUp(pin, finger(1, 100, 500))
  fireEvent.pointerDown(pin, finger(2, 250, 500))
  fireEvent.pointerMove(pin, finger(2, 400, 500))
  fireEvent.pointerUp(pin, finger(2, 400, 500))
  fireEvent.pointerDown(pin, mouse(250, 500, 2))
  fireEvent.pointerMove(pin, mouse(400, 500))
  fireEvent.pointerUp(pin, mouse(400, 500, 2))
  expect([pin.style.left, puts()]).toEqual(['25%', []])
})

test('that a device is on the plan is said once the server knows it, and no more once it is taken off', async () => {
  const pin = await placing()
  let answer: (of: Response) => void = () => undefined
  answerTo('PUT', () => new Promise(resolve => (answer = resolve)))
  fireEvent.click(pin)
  const picture = pin.parentElement
  if (!picture) throw new Error('a pin stands on a picture')
  fireEvent.click(picture, { clientX: 600, clientY: 400, detail: 1 })
  expect(hint().textContent).toBe(floorPlans.choose_tap)
  await waitFor(() => expect(puts()).toHaveLength(1))
  answer(done())
  await waitFor(() => expect(hint().textContent).toBe('Front is on the plan.'))
  let taken: (of: Response) => void = () => undefined
  answerTo('DELETE', () => new Promise(resolve => (taken = resolve)))
  fireEvent.keyDown(screen.getByRole('button', { name: /^Front.*60 % from the left/ }), { key: 'Delete' })
  expect(hint().textContent).toBe(floorPlans.choose_tap)
  const waiting = screen.getByRole('button', { name: /^Front\s*Barn 1$/ })
  await waitFor(() => expect(document.activeElement).toBe(waiting))
  // The answer brings it back for no moment, which would take the focus.
  const answered = Date.now()
  taken(done())
  await waitFor(() => expect(Date.now() - answered).toBeGreaterThan(50))
  expect(document.activeElement).toBe(waiting)
})

test('a key places a device that a mouse dropped beside the picture', async () => {
  const waiting = await placing(NOBODY)
  fireEvent.pointerDown(waiting, mouse(10, 10))
  fireEvent.pointerMove(waiting, mouse(10, 1500))
  fireEvent.pointerUp(waiting, mouse(10, 1500))
  fireEvent.click(waiting, { detail: 1 })
  expect([hint().textContent, puts()]).toEqual([floorPlans.choose_tap, []])
  fireEvent.click(waiting, { detail: 0 })
  expect(await screen.findByRole('button', { name: /^Front.*50 % from the left, 50 % from the top/ })).toBeTruthy()
})

test('keys of the browser move no device, and small buttons do', async () => {
  const pin = await placing()
  for (const held of ['altKey', 'ctrlKey', 'metaKey'])
    for (const key of ['ArrowLeft', 'Delete']) expect(fireEvent.keyDown(pin, { key, [held]: true })).toBe(true)
  expect(pin.style.left).toBe('25%')
  answerTo('PUT', async () => done())
  fireEvent.click(pin)
  fireEvent.click(screen.getByRole('button', { name: floorPlans.move.left }))
  fireEvent.click(screen.getByRole('button', { name: floorPlans.move.down }))
  expect([pin.style.left, pin.style.top, pin.getAttribute('aria-pressed')]).toEqual(['24%', '51%', 'true'])
  await waitFor(() => expect(hint().textContent).toBe('Front: 24 % from the left, 51 % from the top'))
})
