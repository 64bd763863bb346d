import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { newLocationScreen } from './screens.ts'

/** Place of a page that needs a location, for somebody who has none yet. */
export function NoLocations({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('app')
  return (
    <EmptyState
      page
      title={title}
      text={text}
      action={
        <Button renderRoot={props => <ScreenLink to={linkTo(newLocationScreen)} {...props} />}>
          {t('title.new_location')}
        </Button>
      }
    />
  )
}
