import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { homeScreen } from '../../locations/screens.ts'
import classes from '../sign-in/visitor.module.css'
import { TermsText } from './terms-text.tsx'

export default function TermsPage() {
  const { t } = useTranslation('users')
  return (
    <div className={classes.termsPage}>
      <PageHeading>{t('terms.title')}</PageHeading>
      <TermsText />
      <p>
        <ScreenLink to={linkTo(homeScreen)} className="bm-link">
          {t('terms.back')}
        </ScreenLink>
      </p>
    </div>
  )
}
