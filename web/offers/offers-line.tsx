import { useTranslation } from 'react-i18next'
import { devicesScreen } from '../devices/screens.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { useOffers } from './queries.ts'

/** Says on home that something waits for this person's yes. */
export function OffersLine() {
  const { t } = useTranslation()
  const { data = [] } = useOffers()
  const incoming = data.filter(offer => offer.incoming)
  const [first] = incoming
  if (!first) return null
  return (
    <Note status="pending">
      {t('offered.by', { count: incoming.length, email: first.email ?? t('offered.administrator') })}{' '}
      <ScreenLink to={linkTo(devicesScreen, { search: { offers: true } })} className="bm-link bm-nowrap">
        {t('offered.show')}
      </ScreenLink>
    </Note>
  )
}
