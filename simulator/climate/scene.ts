import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { localHour } from './local-hour.ts'
import { clamp, ramp, uniform, wander } from './noise.ts'

const WIDTH = 960
const HEIGHT = 540
const HORIZON = 190
const ANIMALS = 9

interface Animal {
  x: number
  y: number
  size: number
  turn: number
}

/** Positions of the pigs at `time`: they stay for a while and are somewhat elsewhere after it. */
const animalsAt = (seed: number, time: number): Animal[] =>
  Array.from({ length: ANIMALS }, (_, index) => {
    const own = seed + index * 17
    const y = HORIZON + 60 + uniform(own, 1) * 250 + 14 * wander(own + 2, time, 80 * MINUTE_MS)
    return {
      x: 60 + ((index + 0.5) / ANIMALS) * (WIDTH - 120) + 40 * wander(own, time, 90 * MINUTE_MS),
      y: clamp(y, HORIZON + 50, HEIGHT - 40),
      size: 0.6 + (y - HORIZON) / 480,
      turn: 13 * wander(own + 5, time, 70 * MINUTE_MS),
    }
  }).sort((a, b) => a.y - b.y)

const pig = ({ x, y, size, turn }: Animal, body: string, dark: string): string => `
  <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(3)})">
    <ellipse cy="26" rx="64" ry="14" fill="#000" opacity="0.22"/>
    <ellipse rx="60" ry="29" fill="${body}"/>
    <ellipse cx="62" cy="-6" rx="24" ry="20" fill="${body}"/>
    <path d="M54-22l-4-20 18 13z" fill="${dark}"/>
    <ellipse cx="84" cy="-3" rx="8" ry="10" fill="${dark}"/>
  </g>`

/** The bars a digit lights in a display of seven, from the top clockwise, the middle one last: no font is needed. */
const BARS = ['M2 0h8', 'M11 1v8', 'M11 11v8', 'M2 20h8', 'M1 11v8', 'M1 1v8', 'M2 10h8']
const LIT = ['012345', '12', '01643', '01236', '5612', '05623', '056234', '012', '0123456', '012356']

const stamp = (time: number, zone: string): string => {
  const minutes = Math.floor(localHour(time, zone) * 60 + 1e-6)
  const digits = `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
  const drawn = [...digits].map((digit, index) => {
    const bars = [...(LIT[Number(digit)] ?? '')].map(bar => BARS[Number(bar)]).join('')
    return `<path transform="translate(${index * 19 + (index > 1 ? 10 : 0)} 0)" d="${bars}"/>`
  })
  return `<g transform="translate(24 ${HEIGHT - 56})">
    <rect x="-10" y="-10" width="108" height="44" rx="8" fill="#101418" opacity="0.72"/>
    <g stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none" transform="translate(2 2)">${drawn.join('')}
      <path d="M41.500 6v1M41.500 14v1"/></g></g>`
}

const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${inner}</svg>`

/** A pen of pigs as its camera sees it at `time` (epoch ms): SVG, darker at night. */
export const scene = (seed: number, time: number, zone: string): string => {
  const hour = localHour(time, zone)
  const dark = 0.62 * (1 - ramp(hour, 5.5, 7.5) * (1 - ramp(hour, 20, 22)))
  const bars = Array.from({ length: 17 }, (_, index) => `<path d="M${index * 60} 70v${HORIZON - 50}"/>`).join('')
  const slats = Array.from({ length: 9 }, (_, index) => `<path d="M0 ${HORIZON + 30 + index * 40}h${WIDTH}"/>`).join('')
  return svg(`
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#8d8a79"/>
    <rect width="${WIDTH}" height="${HORIZON}" fill="#b9b6a4"/>
    <g stroke="#7c7866" stroke-width="3" opacity="0.55">${slats}</g>
    <g stroke="#4c493c" stroke-width="7" fill="none">${bars}<path d="M0 84h${WIDTH}M0 150h${WIDTH}"/></g>
    ${animalsAt(seed, time)
      .map(animal => pig(animal, '#e2b3a4', '#c98877'))
      .join('')}
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#0a1424" opacity="${dark.toFixed(2)}"/>
    ${stamp(time, zone)}`)
}

/** Pen of the scene in false colours: warm animals on a cool floor. */
export const thermalScene = (seed: number, time: number, zone: string): string => {
  const warm = ({ x, y, size, turn }: Animal) => `
    <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(3)})">
      <ellipse cx="8" rx="104" ry="52" fill="url(#warm)"/></g>`
  return svg(`
    <defs>
      <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#160a3c"/><stop offset="1" stop-color="#5b1a74"/></linearGradient>
      <radialGradient id="warm">
        <stop offset="0" stop-color="#fffbd0"/><stop offset="0.35" stop-color="#fbc127"/>
        <stop offset="0.6" stop-color="#e8602d"/><stop offset="1" stop-color="#8c2981" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#floor)"/>
    ${animalsAt(seed, time).map(warm).join('')}
    ${stamp(time, zone)}`)
}
