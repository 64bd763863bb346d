import { notFound } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { FRESH, queryOf, useReads } from '../../kit/api/query.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { DEVICES } from '../queries.ts'
import { codecScreen } from '../screens.ts'
import classes from './codec.module.css'
import { CodecEditor } from './codec-editor.tsx'

const readsOf = (id: number) =>
  [
    DEVICES,
    LISTS,
    { ...queryOf(api.getDeviceCodec, { params: { id } }), ...FRESH },
    queryOf(api.listRawMessages, { params: { id } }),
  ] as const

export const reads = ({ params: { id } }: PageAddress) => readsOf(Number(id))

/** The maker's codec of a LoRaWAN device: pasted, tried and saved. */
export default function CodecPage() {
  const { t } = useTranslation(['codec', 'app'])
  const { id } = useScreenParams(codecScreen)
  const [devices, lists, codec, messages] = useReads(readsOf(Number(id)))
  const device = devices.find(one => one.id === Number(id))
  usePageName(device?.name, t('app:title.codec'))
  if (!device) throw notFound()
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('app:title.codec')}</PageHeading>
        <p className="bm-muted">{t('about', { name: device.name })}</p>
      </header>
      <CodecEditor key={device.id} {...{ device, devices, lists, codec, messages }} />
    </div>
  )
}
