import { useTranslation } from 'react-i18next'
import type { Status } from '../../ui/status/status.ts'

const point = (degrees: number, radius: number): string => {
  const angle = (degrees * Math.PI) / 180
  return `${(300 + radius * Math.cos(angle)).toFixed(1)},${(300 + radius * Math.sin(angle)).toFixed(1)}`
}
const arc = (from: number, to: number, radius: number) =>
  `M${point(from, radius)}A${radius} ${radius} 0 0 1 ${point(to, radius)}`
const spokes = (angles: number[], outer: number, inner: number) =>
  angles.map(angle => `M${point(angle, outer)}L${point(angle, inner)}`).join('')

const angles = Array.from({ length: 121 }, (_, index) => 150 + 2 * index)
const isMajor = (angle: number) => angle % 20 === 10
const isMiddle = (angle: number) => angle % 20 === 0
const MINOR = spokes(
  angles.filter(angle => !isMajor(angle) && !isMiddle(angle)),
  236,
  227,
)
const MIDDLE = spokes(angles.filter(isMiddle), 236, 222)
const MAJOR = spokes(angles.filter(isMajor), 236, 212)

interface Zone {
  status: Status
  from: number
  to: number
  /** Middle of its word. */
  word: number
  colour: string
}

const ZONES: readonly Zone[] = [
  { status: 'no_data', from: 150, to: 177, word: 158, colour: 'var(--bm-none)' },
  { status: 'too_cold', from: 180, to: 233, word: 208, colour: 'var(--bm-coldFill)' },
  { status: 'good', from: 236, to: 304, word: 270, colour: 'var(--bm-good)' },
  { status: 'attention', from: 307, to: 359, word: 332, colour: 'var(--bm-attnFill)' },
  { status: 'act_now', from: 362, to: 390, word: 382, colour: 'var(--bm-badFill)' },
]

function ZoneWord({ zone }: { zone: Zone }) {
  const { t } = useTranslation('ui')
  const large = zone.status === 'good'
  return (
    <text fontSize={large ? 27 : 21} fontWeight={large ? 680 : 580} fill="var(--bm-ink)" letterSpacing="-.2">
      <textPath href={`#zone-${zone.status}`} startOffset="50%" textAnchor="middle">
        {t(`status.${zone.status}`)}
      </textPath>
    </text>
  )
}

function Hands() {
  return (
    <>
      <g transform="rotate(245 300 300)">
        <path d="M300 300H478" stroke="var(--bm-brass)" strokeWidth="4" strokeLinecap="round" />
        <circle cx="486" cy="300" r="7" fill="var(--bm-brass)" />
      </g>
      <g transform="rotate(293 300 300)" stroke="var(--bm-steel)" strokeLinejoin="round">
        <path d="M236 300H432M462 300H500" strokeWidth="8" strokeLinecap="round" />
        <circle cx="447" cy="300" r="13" fill="none" strokeWidth="6" />
        <path d="M500 295.5 522 300 500 304.5Z" fill="var(--bm-steel)" strokeWidth="3" />
      </g>
      <circle cx="300" cy="300" r="17" fill="var(--bm-steel)" />
      <circle cx="300" cy="300" r="6" fill="var(--bm-brass)" />
    </>
  )
}

/** The barometer of the sign-in screen, with the words of the language. */
export function DialArt({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 600 600" aria-hidden="true">
      <circle cx="300" cy="300" r="292" fill="var(--bm-face)" stroke="var(--bm-edge)" strokeWidth="1.5" />
      <circle cx="300" cy="300" r="278" fill="none" stroke="var(--bm-brass)" strokeWidth="5" />
      <circle cx="300" cy="300" r="271" fill="none" stroke="var(--bm-line)" />
      <g fill="none" strokeWidth="9">
        {ZONES.map(({ status, from, to, colour }) => (
          <path
            key={status}
            d={arc(from, to, 250)}
            stroke={colour}
            strokeDasharray={status === 'no_data' ? '4 4' : undefined}
          />
        ))}
      </g>
      <path d={MINOR} stroke="var(--bm-edge)" strokeWidth="1" />
      <path d={MIDDLE} stroke="var(--bm-edge)" strokeWidth="1" />
      <path d={MAJOR} stroke="var(--bm-ink)" strokeWidth="2" />
      <defs>
        {ZONES.map(({ status, word }) => (
          <path key={status} id={`zone-${status}`} d={arc(word - 40, word + 40, 184)} />
        ))}
      </defs>
      {ZONES.map(zone => (
        <ZoneWord key={zone.status} zone={zone} />
      ))}
      <g fill="none" stroke="var(--bm-edge)" strokeWidth="2" strokeLinejoin="round">
        <path d="M190 474V428l14-20 28-11 28 11 14 20V474M286 474V414l18-25 36-14 36 14 18 25V474M406 474V438l10-15 20-8 20 8 10 15V474" />
        <path d="M222 474V450a10 10 0 0 1 20 0v24M326 474V440a14 14 0 0 1 28 0v34M430 474v-18a6 6 0 0 1 12 0v18" />
        <path d="M150 474H486" strokeWidth="2.5" />
      </g>
      <Hands />
    </svg>
  )
}
