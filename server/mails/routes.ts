import { mailEndpoints } from '../../shared/contract/mails.ts'
import { newestMails } from '../kit/mail.ts'
import { serve } from '../kit/serve.ts'

export const mailRoutes = serve(mailEndpoints, {
  listMails: (_, context) => newestMails(context),
})
