import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useViewer } from '../../kit/routing/viewer.ts'
import { sees } from '../../kit/routing/visibility.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { alertsScreen } from '../screens.ts'

/** Tells whether rules come with the plan of any device of the caller. */
export const useRulesAllowed = (): boolean => sees('alertRules', useViewer())

/** Text in place of the rules where no device has a plan with them. */
export function NoRules() {
  const { t } = useTranslation('alert-rules')
  return (
    <>
      <PageHeading className="bm-hidden">{t('title')}</PageHeading>
      <EmptyState
        title={t('light.title')}
        text={t('light.text')}
        action={
          <Button component={ScreenLink} to={linkTo(alertsScreen)}>
            {t('light.action')}
          </Button>
        }
      />
    </>
  )
}
