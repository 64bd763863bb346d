import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import { TermsText } from './terms-text.tsx'
import classes from './visitor.module.css'

export default function TermsPage() {
  const { t } = useTranslation('users')
  return (
    <div className={classes.termsPage}>
      <PageHeading>{t('terms.title')}</PageHeading>
      <TermsText />
      <p>
        <Link to="/" className="bm-link">
          {t('terms.back')}
        </Link>
      </p>
    </div>
  )
}
