import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../kit/api/session.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { Redirect, ScreenLink, useScreenSearch } from '../kit/routing/link.tsx'
import visitor from '../users/sign-in/visitor.module.css'
import { VisitorFrame } from '../users/sign-in/visitor-frame.tsx'
import { reportLinkScreen, reportsScreen } from './screens.ts'

/** Says what became of a link to a report, to anybody who was sent one; its owner makes the report again. */
export default function ReportLinkPage() {
  const { t } = useTranslation('reports')
  const { again } = useScreenSearch(reportLinkScreen)
  const { user } = useSession()
  if (again === undefined)
    return (
      <VisitorFrame art={false}>
        <div className={visitor.form}>
          <PageHeading>{t('link.gone')}</PageHeading>
          <p>{t('link.gone_text')}</p>
        </div>
      </VisitorFrame>
    )
  const toReport = linkTo(reportsScreen, { search: { again } })
  if (user) return <Redirect to={toReport} />
  return (
    <VisitorFrame art={false}>
      <div className={visitor.form}>
        <PageHeading>{t('link.over')}</PageHeading>
        <p>{t('link.over_text')}</p>
        <Button fullWidth component={ScreenLink} to={toReport}>
          {t('link.sign_in')}
        </Button>
      </div>
    </VisitorFrame>
  )
}
