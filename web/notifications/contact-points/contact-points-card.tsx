import { Button } from '@mantine/core'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertDelivery } from '#shared/contract/alerts/alert-delivery.ts'
import type { ContactPoint } from '#shared/contract/alerts/contact-points.ts'
import { api } from '#shared/contract/index.ts'
import { formOfService } from '#shared/rules/alerts/contact-services.ts'
import { useUser } from '../../kit/api/session.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { ConfirmDelete } from '../../ui/overlays/confirm-delete.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { DeliveryCard } from '../card.tsx'
import { ContactPointTest } from './contact-point-test.tsx'
import classes from './contact-points.module.css'

const ContactPointDialog = lazyPart(() => import('./contact-point-dialog.tsx'))

/** State of a contact point: what came of the newest attempt, and when the next one is. */
function State({ point: { last_sent_at, failed_at, error, retry_at } }: { point: ContactPoint }) {
  const { t } = useTranslation('contact-points')
  const { time_zone } = useUser()
  const time = (at: string) => momentIn(at, time_zone)
  return (
    <div className={classes.state}>
      {failed_at && <StatusWord status="act_now" word={t('state.failed', { time: time(failed_at), error })} />}
      {retry_at && <StatusWord status="pending" word={t('state.retry', { time: time(retry_at) })} />}
      {last_sent_at && (
        <StatusWord status={failed_at ? 'no_data' : 'good'} word={t('state.sent', { time: time(last_sent_at) })} />
      )}
      {!last_sent_at && !failed_at && <span className="bm-small bm-muted">{t('state.new')}</span>}
    </div>
  )
}

interface ItemProps {
  point: ContactPoint
  onChange: () => void
  onRemove: () => void
}

function Item({ point, onChange, onRemove }: ItemProps) {
  const { t } = useTranslation('contact-points')
  const { name, service, only_act_now } = point
  const words = [t(`service.${service}`), ...(only_act_now ? [t('only_act_now')] : [])].filter(word => word !== name)
  return (
    <li>
      <div className={classes.facts}>
        <b>{name}</b>
        {words.length > 0 && <span className="bm-small bm-muted">{words.join(' · ')}</span>}
        <State point={point} />
      </div>
      <div className={classes.actions}>
        <ContactPointTest point={point} />
        <Button variant="default" aria-label={t('change_named', { name })} onClick={onChange}>
          {t('change')}
        </Button>
        <Button variant="default" aria-label={t('remove_named', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** Messengers, SMS and calls by which the person is told, each with its state. */
export function ContactPointsCard({
  delivery: { contact_points: points, paid_messages: paid },
}: {
  delivery: AlertDelivery
}) {
  const { t } = useTranslation('contact-points')
  const [editing, setEditing] = useState<ContactPoint | 'new'>()
  const [removing, setRemoving] = useState<ContactPoint>()
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed goes with its row.
  const removed = () => {
    setRemoving(undefined)
    list.current?.focus()
  }
  const isPaid = points.some(({ service }) => formOfService(service).isPaid)
  return (
    <DeliveryCard icon={IconMessages} title={t('title')} text={t('text')}>
      {points.length === 0 ? (
        <p className="bm-small bm-muted">{t('empty')}</p>
      ) : (
        <ul className={classes.list} ref={list} tabIndex={-1}>
          {points.map(point => (
            <Item key={point.id} point={point} onChange={() => setEditing(point)} onRemove={() => setRemoving(point)} />
          ))}
        </ul>
      )}
      {isPaid && <p className="bm-small bm-muted">{t('limit', paid)}</p>}
      <div className={classes.actions}>
        <Button
          variant={points.length === 0 ? 'filled' : 'default'}
          leftSection={<IconPlus size={18} stroke={1.9} />}
          onClick={() => setEditing('new')}
        >
          {t('add')}
        </Button>
      </div>
      <Suspense>
        {editing && (
          <ContactPointDialog
            point={editing === 'new' ? undefined : editing}
            paid={paid}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
      {removing && (
        <ConfirmDelete
          endpoint={api.deleteContactPoint}
          id={removing.id}
          refresh={[api.getAlertDelivery]}
          title={t('remove_title', { name: removing.name })}
          action={t('remove')}
          onDone={removed}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('remove_text')}</p>
        </ConfirmDelete>
      )}
    </DeliveryCard>
  )
}
