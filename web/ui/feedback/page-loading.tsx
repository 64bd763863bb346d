import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { isAwaiting } from '../../kit/api/pending.ts'
import { Logo } from '../icons/logo.tsx'
import { ErrorState } from './error-state.tsx'
import classes from './state.module.css'

/** Skeleton, loading view, error view (specification §2, design §8.9), in ms of waiting. */
const SKELETON = 300
const LOADING = 1000
const TIMED_OUT = 5000

const useWaited = (already: number): number => {
  const [waited, setWaited] = useState(already)
  useEffect(() => {
    const timers = [SKELETON, LOADING, TIMED_OUT]
      .filter(step => step > already)
      .map(step => setTimeout(() => setWaited(step), step - already))
    return () => timers.forEach(clearTimeout)
  }, [already])
  return waited
}

function Skeleton() {
  return (
    <div className={classes.bones} aria-hidden="true">
      <span className="bm-skeleton" style={{ width: 180, height: 26 }} />
      {[72, 64, 80].map(width => (
        <div key={width} className={`bm-card ${classes.bone}`}>
          <span className="bm-skeleton" style={{ width: 48, height: 48 }} />
          <div>
            <span className="bm-skeleton" style={{ width: `${width}%`, height: 14 }} />
            <span className="bm-skeleton" style={{ width: '90%', height: 14 }} />
            <span className="bm-skeleton" style={{ width: '44%', height: 14 }} />
          </div>
        </div>
      ))}
    </div>
  )
}

const RELOADED = 'barnometer.reloaded'
const ONCE_PER = 60_000

const reloadedLately = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_PER

const reload = (): void => {
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}

/**
 * Asks whether the server answers: if so the page is loaded anew, by itself only once a minute, and never while an answer is
 * on its way, which would be thrown away and asked for again.
 */
function TimedOut() {
  const { t } = useTranslation('ui')
  const [found, setFound] = useState<'asking' | 'answered' | 'waiting' | 'offline'>('asking')
  const check = (byItself: boolean) =>
    ask(api.getSettings, {}).then(
      () => {
        const wait = byItself && isAwaiting()
        setFound(wait ? 'waiting' : 'answered')
        if (!wait && (!byItself || !reloadedLately())) reload()
      },
      () => setFound('offline'),
    )
  const checkByItself = useEffectEvent(() => check(true))
  useEffect(() => {
    void checkByItself()
  }, [])
  return (
    <ErrorState
      title={t('error.slow_title')}
      text={t(`error.${found}_text`)}
      details={location.href}
      onRetry={() => void check(false)}
    />
  )
}

/** Stands in for a page that is on its way; `already` is how long somebody has been waiting, in ms. */
export function PageLoading({ already = 0 }: { already?: number }) {
  const { t } = useTranslation('ui')
  const waited = useWaited(already)
  if (waited >= TIMED_OUT) return <TimedOut />
  if (waited < SKELETON) return null
  return (
    <>
      {waited >= LOADING && (
        <p className={classes.loading} role="status">
          <Logo size={40} />
          {t('loading')}
        </p>
      )}
      <Skeleton />
    </>
  )
}

/** Stands in for a part of a page or dialog that is on its way: the page around it stays, whatever comes of it. */
export function PartLoading() {
  const { t } = useTranslation('ui')
  const waited = useWaited(0)
  if (waited < SKELETON) return null
  return (
    <>
      {waited >= LOADING && (
        <p className={classes.loading} role="status">
          <Logo size={40} />
          {t(waited >= TIMED_OUT ? 'loading_slow' : 'loading')}
        </p>
      )}
      <Skeleton />
    </>
  )
}
