import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { homeScreen } from '../../locations/screens.ts'

function Entry({ className, onDone }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const { data } = useQuery(queryOf(api.getDemo, {}))
  const load = useApiMutation(api.loadDemo, { refresh: [api.getDemo] })
  if (data?.state !== 'off' && data?.state !== 'failed') return null
  const start = async () => {
    await load.mutateAsync({})
    onDone()
    await go(linkTo(homeScreen))
  }
  return (
    <button type="button" className={className} disabled={load.isPending} onClick={() => void start()}>
      <IconPlayerPlay size={22} stroke={1.8} />
      {t('drawer.load_demo')}
    </button>
  )
}

interface Props {
  className: string | undefined
  onDone: () => void
}

/** Administrators may load the demo farm at any time; home then shows how far it is. */
export function LoadDemo(props: Props) {
  return useUser().admin ? <Entry {...props} /> : null
}
