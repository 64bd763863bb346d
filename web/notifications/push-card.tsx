import { Button } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertDelivery } from '#shared/contract/alerts/alert-delivery.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { refresh } from '../kit/api/query.ts'
import { Note } from '../ui/feedback/note.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './alert-delivery.module.css'
import { BrowserList } from './browser-list.tsx'
import { DeliveryCard } from './card.tsx'
import { ownSubscription, readAbility, subscribeHere } from './push-state.ts'
import { forgetSubscription, tellSubscription } from './renew.ts'
import { TestButton } from './test-button.tsx'

const OWN = ['own push subscription']

const turnOn = async (): Promise<void> => {
  // First of all: some browsers only ask right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return
  const { public_key } = await ask(api.getPushKey, {})
  await tellSubscription(await subscribeHere(public_key))
}

const turnOff = async (id: number): Promise<void> => {
  await ask(api.deletePushSubscription, { params: { id } })
  forgetSubscription()
  await (await ownSubscription())?.unsubscribe()
}

/** Notifications on this browser, and the list of all that are told. */
export function PushCard({ delivery: { push_subscriptions: browsers } }: { delivery: AlertDelivery }) {
  const { t } = useTranslation('alert-delivery')
  const client = useQueryClient()
  const { data: endpoint } = useQuery({
    queryKey: OWN,
    queryFn: async () => (await ownSubscription())?.endpoint ?? null,
    staleTime: 0,
  })
  const own = browsers.find(one => one.endpoint === endpoint)
  const isOn = own !== undefined && own.ended_at === null && own.signed_in
  const change = useMutation({
    mutationFn: () => (isOn ? turnOff(own.id) : turnOn()),
    onSettled: () =>
      Promise.all([refresh(client, [api.getAlertDelivery]), client.invalidateQueries({ queryKey: OWN })]),
  })
  const ability = readAbility()
  const Icon = isOn ? IconBell : IconBellOff
  return (
    <DeliveryCard
      icon={Icon}
      title={t('push.title')}
      text={t('push.text')}
      end={isOn ? <StatusWord status="good" word={t('push.on')} /> : undefined}
    >
      {ability !== 'able' && <Note status="pending">{t(`push.${ability}`)}</Note>}
      {change.error && <Note status="act_now">{t('push.failed', { error: change.error.message })}</Note>}
      <div className={classes.actions}>
        {ability === 'able' && (
          <Button variant={isOn ? 'default' : 'filled'} loading={change.isPending} onClick={() => change.mutate()}>
            {t(isOn ? 'push.turn_off' : 'push.turn_on')}
          </Button>
        )}
        {browsers.length > 0 && <TestButton channel="push" />}
      </div>
      {browsers.length > 0 && <BrowserList browsers={browsers} own={own?.id} />}
    </DeliveryCard>
  )
}
