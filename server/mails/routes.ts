import { mailEndpoints } from '#shared/contract/accounts/mails.ts'
import { serve } from '../kit/http/serve.ts'
import { newestMails } from '../kit/mail/mail.ts'

export const mailRoutes = serve(mailEndpoints, {
  listMails: (_, context) => newestMails(context),
})
