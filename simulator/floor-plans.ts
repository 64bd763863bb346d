import sharp from 'sharp'
import { answerOf, type CallTransport, call as callOnce, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { FloorPlan, FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import type { DemoArea, DemoFarm } from './farms/farm.ts'
import { whenTaken } from './sending/send.ts'

const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

const WIDTH = 1200
const MARGIN = 60
/** px between two barns. */
const YARD = 70
/** px of the passage along the middle of a barn. */
const PASSAGE = 26

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Barns of a farm, one below the other, each to the same scale; with the height of the whole drawing, px. */
const barnsOf = (areas: readonly DemoArea[]): { boxes: Box[]; height: number } => {
  const scale = (WIDTH - 2 * MARGIN) / Math.max(...areas.map(({ width }) => width))
  let y = MARGIN
  const boxes = areas.map(({ width, depth }) => {
    const box = { x: MARGIN, y, width: width * scale, height: depth * scale }
    y += box.height + YARD
    return box
  })
  return { boxes, height: y - YARD + MARGIN }
}

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}"/>`

/** Pens at both sides of a passage, or one room; a door at the left, and a fan in the gable at the right. */
const barn = ({ groups }: DemoArea, { x, y, width, height }: Box): string => {
  const middle = y + height / 2
  const walls = Array.from({ length: (groups?.across ?? 1) - 1 }, (_, index) => {
    const at = x + ((index + 1) * width) / (groups?.across ?? 1)
    return line(at, y, at, middle - PASSAGE / 2) + line(at, middle + PASSAGE / 2, at, y + height)
  })
  const passage = groups
    ? line(x, middle - PASSAGE / 2, x + width, middle - PASSAGE / 2) +
      line(x, middle + PASSAGE / 2, x + width, middle + PASSAGE / 2)
    : ''
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff" stroke-width="6"/>
    <g stroke-width="2.500">${walls.join('')}${passage}</g>
    <path d="M${x} ${middle - 20}v40" stroke="#fff" stroke-width="8"/>
    <path d="M${x} ${middle + 20}h-40a40 40 0 0 1 40-40" stroke-width="2"/>
    <circle cx="${x + width}" cy="${middle}" r="15" fill="#fff" stroke-width="2.500"/>
    <path d="M${x + width - 10} ${middle - 10}l20 20m0-20l-20 20" stroke-width="2.500"/>`
}

/** Drawing of the barns of a farm, as a builder hands it over: SVG. */
export const drawnFarm = (areas: readonly DemoArea[]): string => {
  const { boxes, height } = barnsOf(areas)
  const barns = areas.map((area, index) => barn(area, boxes[index] ?? { x: 0, y: 0, width: 0, height: 0 }))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.round(height)}">
    <rect width="100%" height="100%" fill="#f4f1ea"/><g fill="none" stroke="#3d4650">${barns.join('')}</g></svg>`
}

/** Place of a device on that drawing: those of one barn are spread along its passage. */
export const placeOn = (areas: readonly DemoArea[], nth: { area: number; device: number }): FloorPlanPosition => {
  const { boxes, height } = barnsOf(areas)
  const box = boxes[nth.area] ?? { x: 0, y: 0, width: WIDTH, height }
  const devices = areas[nth.area]?.devices.length ?? 1
  return {
    x: (box.x + (box.width * (nth.device + 1)) / (devices + 1)) / WIDTH,
    y: (box.y + box.height / 2) / height,
  }
}

/** Gives a farm a floor plan with its devices on it. */
export const makeFloorPlan = async (
  { location: { name }, areas }: DemoFarm,
  made: { location_id: number; deviceId: (name: string) => number | undefined },
  user: CallTransport,
): Promise<void> => {
  const plan = await sendPicture(made.location_id, name, drawnFarm(areas), user)
  for (const [area, { devices }] of areas.entries())
    for (const [device, one] of devices.entries()) {
      const device_id = made.deviceId(one.name)
      if (device_id === undefined) continue
      const body = placeOn(areas, { area, device })
      await call(api.putOnFloorPlan, { params: { id: plan.id, device_id }, body }, user)
    }
}

const sendPicture = (
  id: number,
  name: string,
  drawn: string,
  { origin, token }: CallTransport,
): Promise<Pick<FloorPlan, 'id'>> =>
  whenTaken(async () => {
    const picture = await sharp(Buffer.from(drawn)).png().toBuffer()
    const answer = await fetch(`${origin}${urlOf(api.createFloorPlan, { params: { id }, query: { name } })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    })
    const header = (one: string) => answer.headers.get(one)
    return answerOf(api.createFloorPlan, { status: answer.status, text: await answer.text(), header }) as FloorPlan
  })
