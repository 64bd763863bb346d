import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlan, FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useDemoMode } from '../../kit/language/demo-mode.ts'
import classes from '../floor-plans.module.css'
import { shareAt } from '../pins.ts'
import { MOST_ZOOM, usePlanZoom, ZOOM_STEP } from './use-plan-zoom.ts'

/** Zoom from which there is room for names on a phone. */
const NAMED_FROM = 2

interface Props {
  plan: FloorPlan
  /** Above the picture, beside the buttons for its size: over it they would hide devices. */
  head: ReactNode
  /** The picture, for places on it. */
  picture: RefObject<HTMLDivElement | null>
  /** True where a tap on the picture means a place. */
  aiming: boolean
  onPlace: (at: FloorPlanPosition) => void
  pins: (named: boolean) => ReactNode
}

/** Picture of a floor plan with what stands on it. It fits the page; larger, it scrolls as any page does. */
export function Sheet({ plan, head, picture, aiming, onPlace, pins }: Props) {
  const { t } = useTranslation('floor-plans')
  const box = useRef<HTMLElement>(null)
  const { zoom, zoomTo } = usePlanZoom(box, picture)
  const isDesktop = useIsDesktop()
  // A picture may bear the name of the farm.
  const hidden = useDemoMode()
  const place = ({ clientX: x, clientY: y, currentTarget }: MouseEvent) =>
    aiming && onPlace(shareAt(currentTarget.getBoundingClientRect(), { x, y }))
  return (
    <div className={classes.frame}>
      <div className={classes.sheetHead}>
        {head}
        <div className={classes.zoom}>
          <button
            type="button"
            aria-label={t('zoom.in')}
            disabled={zoom >= MOST_ZOOM}
            onClick={() => zoomTo(zoom * ZOOM_STEP)}
          >
            <IconPlus size={20} stroke={2} />
          </button>
          <button
            type="button"
            aria-label={t('zoom.out')}
            disabled={zoom <= 1}
            onClick={() => zoomTo(zoom / ZOOM_STEP)}
          >
            <IconMinus size={20} stroke={2} />
          </button>
          {zoom > 1 && (
            <button type="button" aria-label={t('zoom.fit')} onClick={() => zoomTo(1)}>
              <IconMaximize size={20} stroke={2} />
            </button>
          )}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is scrolled by keys, too */}
      <section ref={box} className={classes.box} aria-label={t('sheet', { name: plan.name })} tabIndex={0}>
        <div className={classes.margin}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys choose a device and move it */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap on the picture means its place */}
          <div
            ref={picture}
            className={classes.picture}
            data-aiming={aiming || undefined}
            style={{ '--ratio': plan.width / plan.height, '--zoom': zoom }}
            onClick={place}
          >
            {hidden ? (
              <span className={classes.hidden}>{t('hidden')}</span>
            ) : (
              <img src={plan.picture} alt="" width={plan.width} height={plan.height} draggable={false} />
            )}
            {pins(isDesktop || zoom >= NAMED_FROM)}
          </div>
        </div>
      </section>
    </div>
  )
}
