import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { OfferedTo } from '#shared/contract/places/offers.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { Note } from '../ui/feedback/note.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './offers.module.css'
import { OFFER_READS } from './queries.ts'

const SHAPE = { waiting: 'pending', declined: 'no_data', expired: 'stale' } as const

type Of = Pick<OfferedTo, 'id' | 'email' | 'state'>

export function OfferStateWord({ state }: Pick<OfferedTo, 'state'>) {
  const { t } = useTranslation('offers')
  return <StatusWord status={SHAPE[state]} word={t(`state.${state}`)} />
}

/** Buttons of the giver for an offer: send it again, take it back. */
export function OfferWays({ offer: { id, email } }: { offer: Of }) {
  const { t } = useTranslation('offers')
  const renew = useApiMutation(api.renewOffer, { refresh: OFFER_READS })
  const remove = useApiMutation(api.deleteOffer, { refresh: OFFER_READS })
  const failure = renew.error ?? remove.error
  const isBusy = renew.isPending || remove.isPending
  return (
    <>
      {([renew, remove] as const).map((change, index) => (
        <button
          key={index === 0 ? 'renew' : 'withdraw'}
          type="button"
          className="bm-link"
          disabled={isBusy}
          onClick={() => change.mutate({ params: { id } })}
        >
          {t(index === 0 ? 'renew' : 'withdraw')}
          <span className="bm-hidden"> {email}</span>
        </button>
      ))}
      {failure && <Note status="act_now">{failure.message || t('failed')}</Note>}
    </>
  )
}

/** People who have not accepted yet, under those who have. */
export function PeopleAsked({ offers }: { offers: readonly Of[] }) {
  const { t } = useTranslation('offers')
  if (offers.length === 0) return null
  return (
    <section aria-label={t('waiting')}>
      <h3 className={classes.title}>{t('waiting')}</h3>
      <ul className={classes.people}>
        {offers.map(offer => (
          <li key={offer.id} className={classes.person}>
            <span className="bm-grow">{offer.email}</span>
            <OfferStateWord state={offer.state} />
            <OfferWays offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  )
}
