import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import type { HelpAddresses } from '#shared/contract/help.ts'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useSession } from '../../kit/api/session.ts'
import { currentLanguage } from '../../kit/language/language.ts'

/** Addresses outside the product; null where there is none. */
export type ExternalAddress = 'faq' | 'consult' | 'feedback' | 'website' | 'api'
export type Addresses = Record<ExternalAddress, string | null>

export interface FeedbackMail {
  address: string
  subject: string
  /** Facts for the mail, one line each. */
  facts: readonly string[]
}

/** A draft for the mail program, with room to write above the facts. */
export const mailDraft = ({ address, subject, facts }: FeedbackMail): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\r\n\r\n--\r\n${facts.join('\r\n')}`)}`

export const addressesOf = (help: HelpAddresses | undefined, feedback: Omit<FeedbackMail, 'address'>): Addresses => ({
  faq: help?.faq_url ?? null,
  consult: help?.consult_url ?? null,
  feedback: help?.feedback_email ? mailDraft({ ...feedback, address: help.feedback_email }) : null,
  website: help?.website_url ?? null,
  api: '/api/docs',
})

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
