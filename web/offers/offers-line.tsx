import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Note } from '../ui/feedback/note.tsx'
import { useOffers } from './queries.ts'

/** Says on home that something waits for this person's yes. */
export default function OffersLine() {
  const { t } = useTranslation('offers')
  const { data = [] } = useOffers()
  const incoming = data.filter(offer => offer.incoming)
  const [first] = incoming
  if (!first) return null
  return (
    <Note status="pending">
      {t('home', { count: incoming.length, email: first.email ?? t('administrator') })}{' '}
      <Link to="/devices" search={{ offers: '1' } as never} className="bm-link bm-nowrap">
        {t('show')}
      </Link>
    </Note>
  )
}
