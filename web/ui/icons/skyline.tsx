import { useTranslation } from 'react-i18next'
import { QuantityName } from '../data-display/quantity-name.tsx'
import type { Status } from '../status/status.ts'
import { StatusShape } from '../status/status-shape.tsx'
import classes from './skyline.module.css'

export interface SkylineBarn {
  id: number | string
  name: string
  /** Said below the name, where that alone is not enough. */
  farm?: string
  status: Status
}

const HEIGHTS = [50, 44, 47, 42, 50, 46, 40, 48]

function Barn({ status, height }: { status: Status; height: number }) {
  const act = status === 'act_now'
  const top = 50 - height
  const outline = `M1 51V${top + 18}L9.2 ${top + 8}L23 ${top + 1}L36.8 ${top + 8}L45 ${top + 18}V51`
  return (
    <svg viewBox="0 0 46 52" width="100%" height="58" preserveAspectRatio="none" aria-hidden="true">
      <path
        d={outline}
        fill={act ? 'var(--bm-badFill)' : 'var(--bm-statusSoft)'}
        stroke={act ? 'var(--bm-badFill)' : 'var(--bm-status)'}
        strokeWidth="1.6"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        strokeDasharray={['no_data', 'stale', 'pending'].includes(status) ? '4 3' : undefined}
      />
    </svg>
  )
}

function Place({ barn, index, onPick }: { barn: SkylineBarn; index: number; onPick: Props['onPick'] }) {
  const { t } = useTranslation('ui')
  const inside = (
    <>
      <Barn status={barn.status} height={HEIGHTS[index % HEIGHTS.length] ?? 50} />
      <span className={classes.shape}>
        <StatusShape status={barn.status} size={16} />
      </span>
      <span className={classes.name}>
        <QuantityName name={barn.name} />
      </span>
      {barn.farm && <span className={classes.farm}>{barn.farm}</span>}
      <span className="bm-hidden">{t(`status.${barn.status}`)}</span>
    </>
  )
  if (!onPick) {
    return (
      <span className={classes.barn} data-status={barn.status}>
        {inside}
      </span>
    )
  }
  return (
    <button type="button" className={classes.barn} data-status={barn.status} onClick={() => onPick(barn.id)}>
      {inside}
    </button>
  )
}

interface Props {
  /** Worst first. */
  barns: readonly SkylineBarn[]
  onPick?: ((id: SkylineBarn['id']) => void) | undefined
  /** Number of barns that have room. */
  most?: number
}

/** Row of barns, one per area, at most eight; a tap goes to the area. */
export function Skyline({ barns, onPick, most = 8 }: Props) {
  const { t } = useTranslation('ui')
  const more = barns.length - most
  return (
    <ul className={classes.sky} aria-label={t('skyline')}>
      {barns.slice(0, most).map((barn, index) => (
        <li key={barn.id}>
          <Place barn={barn} index={index} onPick={onPick} />
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{t('more', { count: more })}</li>}
    </ul>
  )
}
