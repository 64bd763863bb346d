import i18next from 'i18next'
import type { Formats } from '#shared/rules/formats/formats.ts'
import { onSessionChange, readSession } from '../../kit/api/session.ts'
import { viewerFormats } from '../../kit/language/viewer-formats.ts'
import { hideToast, showToast } from '../../ui/feedback/toast.ts'

const ID = 'formats-elsewhere'

interface Told {
  id: number | undefined
  formats: Formats
}

const toldNow = (): Told => ({ id: readSession().user?.id, formats: viewerFormats() })
const isSame = (one: Told, other: Told): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Tells the other tabs of a person that they read in other units or formats now, and says so here when another tab tells it. The page
 * stays as it is until it is loaded anew: a number that was typed in °C must not be saved as one in °F.
 */
export const followFormats = (signal: AbortSignal): void => {
  if (typeof BroadcastChannel === 'undefined' || signal.aborted) return
  const channel = new BroadcastChannel('barnometer.formats')
  let known = toldNow()
  const stop = onSessionChange(() => {
    const now = toldNow()
    if (now.id !== undefined && now.id === known.id && !isSame(now, known)) channel.postMessage(now)
    known = now
  })
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    const now = toldNow()
    if (data.id !== now.id) return
    if (isSame(data, now)) return hideToast(ID)
    showToast({
      id: ID,
      autoClose: false,
      message: (
        <>
          {i18next.t('app:formats_elsewhere')}{' '}
          <button type="button" className="bm-link" onClick={() => location.reload()}>
            {i18next.t('app:version.reload')}
          </button>
        </>
      ),
    })
  }
  signal.addEventListener('abort', () => {
    stop()
    channel.close()
  })
}
