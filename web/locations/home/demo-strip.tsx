import { Progress } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { DemoState } from '#shared/contract/operations.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { refresh, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useDemo } from '../queries.ts'
import classes from './home.module.css'

const Confirm = lazyPart(async () => ({ default: (await import('../../ui/overlays/confirm.tsx')).Confirm }))

const READ_FROM_DEMO = [api.listLocations, api.listSensors, api.listLast, api.getDemo]

/** Reads everything again when the demo farm changes its state, e.g. is ready. */
export const useDemoState = (): DemoState | undefined => {
  const { data } = useDemo()
  const client = useQueryClient()
  const before = useRef(data?.state)
  useEffect(() => {
    const changed = before.current !== undefined && data && before.current !== data.state
    before.current = data?.state
    if (changed) void refresh(client, READ_FROM_DEMO)
  }, [data, client])
  return data
}

export const useLoadDemo = () => useApiMutation(api.loadDemo, { refresh: [api.getDemo] })

export function DemoProgress({ progress }: { progress: number }) {
  const { t } = useTranslation('locations')
  const percent = Math.round(progress * 100)
  return (
    <div className={classes.progress}>
      <p className="bm-small" role="status">
        {t('demo.loading', { percent })}
      </p>
      <Progress value={percent} size="sm" aria-label={t('demo.loading', { percent })} />
    </div>
  )
}

function RemoveDemo() {
  const { t } = useTranslation('locations')
  const [opened, dialog] = useDisclosure(false)
  const remove = useApiMutation(api.removeDemo, { refresh: READ_FROM_DEMO })
  return (
    <>
      <button type="button" className="bm-link" onClick={dialog.open}>
        {t('demo.remove')}
      </button>
      <LazyOverlay when={opened} onFailed={dialog.close}>
        {there => (
          <Confirm
            opened={there}
            title={t('demo.remove_title')}
            action={t('demo.remove')}
            busy={remove.isPending}
            failure={remove.error && (remove.error.message || t('demo.remove_failed'))}
            onConfirm={() => remove.mutate({}, { onSuccess: dialog.close })}
            onClose={dialog.close}
          >
            <p>{t('demo.remove_text')}</p>
          </Confirm>
        )}
      </LazyOverlay>
    </>
  )
}

function Failed() {
  const { t } = useTranslation('locations')
  const load = useLoadDemo()
  return (
    <div className={classes.strip}>
      <span className="bm-grow">{t('demo.failed')}</span>
      <button type="button" className="bm-link" onClick={() => load.mutate({})}>
        {t('demo.again')}
      </button>
    </div>
  )
}

/** Says above the areas that some of them are the demo farm's. */
export function DemoStrip({ locations }: { locations: readonly Location[] }) {
  const { t } = useTranslation('locations')
  const { admin } = useUser()
  const demo = useDemoState()
  if (demo?.state === 'failed' && admin) return <Failed />
  if (demo?.state === 'loading') {
    return (
      <div className={classes.strip}>
        <DemoProgress progress={demo.progress} />
      </div>
    )
  }
  // People with farms of their own alone read nothing made up.
  if (demo?.state !== 'on' || !locations.some(one => one.demo)) return null
  return (
    <div className={classes.strip}>
      <span className="bm-grow">{t('demo.on')}</span>
      {admin && <RemoveDemo />}
    </div>
  )
}
