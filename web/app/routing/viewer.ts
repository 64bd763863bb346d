import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { presenceOf } from '../../devices/list/device-state.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useSession } from '../../kit/api/session.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { type Addresses, addressesOf, type Viewer } from './visibility.ts'

/** Research subject "emission" (specification §9). */
const EMISSION_SUBJECT = 1382

/** Viewer of the page, from what has been read so far; nothing is asked of the server for it. */
export const useViewer = (): Viewer => {
  const { user } = useSession()
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  const { data: placements = [] } = useQuery({ ...queryOf(api.listLocationResearch, {}), enabled: false })
  return {
    user,
    plans: devices.map(({ plan }) => plan),
    emissionResearch: placements.some(one => one.research_subject_id === EMISSION_SUBJECT),
  }
}

/** Number of devices that are silent. */
export const useSilentDevices = (): number => {
  const { data = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  return data.filter(device => presenceOf(device) === 'silent').length
}

/** Addresses of help outside the product. `page` is what a feedback mail says it is about. */
export const useAddresses = (page: string): Addresses => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data } = useQuery({ ...queryOf(api.getHelp, {}), staleTime: Number.POSITIVE_INFINITY })
  return addressesOf(data, {
    subject: t('feedback.subject'),
    facts: [
      `${t('feedback.user')}: ${user?.id ?? '–'}`,
      `${t('feedback.page')}: ${page}`,
      `${t('feedback.version')}: v${PRODUCT_VERSION}, ${currentLanguage()}`,
      `${t('feedback.browser')}: ${navigator.userAgent}`,
      `${t('feedback.screen')}: ${window.innerWidth} × ${window.innerHeight}`,
    ],
  })
}
