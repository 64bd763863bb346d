import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
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
      <Link to="/devices" search={{ offers: '1' } as never} className="bm-link bm-nowrap">
        {t('offered.show')}
      </Link>
    </Note>
  )
}
