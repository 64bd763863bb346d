import type { ContactServiceKey } from '#shared/rules/alerts/contact-services.ts'
import { matrix } from './matrix.ts'
import { messagebirdSms } from './messagebird.ts'
import { ntfy } from './ntfy.ts'
import { other } from './other.ts'
import type { ContactService } from './service.ts'
import { sevenSms, sevenVoice } from './seven.ts'
import { signal } from './signal.ts'
import { sipgateSms } from './sipgate.ts'
import { telegram } from './telegram.ts'
import { twilioSms, twilioVoice } from './twilio.ts'
import { vonageSms } from './vonage.ts'

/** Services by the key of what they need to know (`CONTACT_SERVICES`). */
export const SERVICES: Record<ContactServiceKey, ContactService> = {
  ntfy,
  telegram,
  matrix,
  signal,
  twilio_sms: twilioSms,
  twilio_voice: twilioVoice,
  vonage_sms: vonageSms,
  messagebird_sms: messagebirdSms,
  seven_sms: sevenSms,
  seven_voice: sevenVoice,
  sipgate_sms: sipgateSms,
  other,
}
