import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DEFAULT_TIME_ZONE, OFFER_DAYS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Offer } from '#shared/contract/places/offers.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useUser } from '../kit/api/session.ts'
import { momentIn } from '../kit/language/viewer-formats.ts'
import { Note } from '../ui/feedback/note.tsx'
import { StatusShape } from '../ui/status/status-shape.tsx'
import { OfferStateWord, OfferWays } from './offered-to.tsx'
import classes from './offers.module.css'
import { ACCEPTED_READS, useOffers } from './queries.ts'

const useTimes = () => {
  const { t } = useTranslation('offers')
  const { time_zone = DEFAULT_TIME_ZONE } = useUser()
  const of = (time: string) => momentIn(time, time_zone)
  return ({ start, end, expires_at }: Offer): string => {
    const until = t('until', { date: of(expires_at) })
    if (start === null) return until
    const lent = end === null ? t('lent_open', { start: of(start) }) : t('lent', { start: of(start), end: of(end) })
    return `${lent} ${until}`
  }
}

function Incoming({ offer }: { offer: Offer }) {
  const { t } = useTranslation('offers')
  const { id, kind, subject_id: number } = offer
  const accept = useApiMutation(api.acceptOffer, { refresh: ACCEPTED_READS })
  const decline = useApiMutation(api.deleteOffer, { refresh: [api.listOffers] })
  const times = useTimes()
  const failure = accept.error ?? decline.error
  const title = t(`incoming.${kind}`, { email: offer.email ?? t('administrator'), number })
  const isBusy = accept.isPending || decline.isPending
  return (
    <li className={classes.offer}>
      <StatusShape status="pending" size={20} />
      <span className="bm-grow">
        <b>{title}</b>
        <span className="bm-small bm-muted">{t(`incoming_help.${kind}`)}</span>
        <span className="bm-small bm-muted">{times(offer)}</span>
        {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
      </span>
      <Button
        variant="default"
        aria-label={`${t('decline')}: ${title}`}
        disabled={isBusy}
        loading={decline.isPending}
        onClick={() => decline.mutate({ params: { id } })}
      >
        {t('decline')}
      </Button>
      <Button
        aria-label={`${t('accept')}: ${title}`}
        disabled={isBusy}
        loading={accept.isPending}
        onClick={() => accept.mutate({ params: { id } })}
      >
        {t('accept')}
      </Button>
    </li>
  )
}

function Outgoing({ offer }: { offer: Offer }) {
  const { t } = useTranslation('offers')
  const email = offer.email ?? ''
  return (
    <li className={classes.offer}>
      <StatusShape status="pending" size={20} />
      <span className="bm-grow">
        <b>{t('outgoing', { name: offer.name, email })}</b>
        <span className="bm-small bm-muted">{t('outgoing_help')}</span>
      </span>
      <OfferStateWord state={offer.state} />
      <OfferWays offer={{ ...offer, email }} />
    </li>
  )
}

/**
 * Offers to this person, and offers by this person that no other screen shows beside its people. `showsNone`: somebody came
 * for them, as by the link of an email, and is told when there are none.
 */
export function Offers({ showsNone }: { showsNone: boolean }) {
  const { t } = useTranslation('offers')
  const { data, error, refetch } = useOffers()
  if (!data) {
    if (!error) return null
    return (
      <Note status="attention">
        {t('unread')}{' '}
        <button type="button" className="bm-link" onClick={() => void refetch()}>
          {t('again')}
        </button>
      </Note>
    )
  }
  const incoming = data.filter(offer => offer.incoming)
  const outgoing = data.filter(offer => !offer.incoming && offer.kind === 'device')
  return (
    <>
      {showsNone && incoming.length === 0 && <Note status="no_data">{t('none', { days: OFFER_DAYS })}</Note>}
      {incoming.length + outgoing.length > 0 && (
        <ul className={classes.list} aria-label={t('list')}>
          {incoming.map(offer => (
            <Incoming key={offer.id} offer={offer} />
          ))}
          {outgoing.map(offer => (
            <Outgoing key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
    </>
  )
}
