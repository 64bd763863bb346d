import { textWithin } from '../../templates/within.ts'
import { type ContactService, JSON_BODY } from './service.ts'

/** Priorities of ntfy: 5 breaks through "do not disturb". */
const PRIORITY = { high: 5, normal: 4, low: 2 } as const
const TAGS = { high: 'rotating_light', normal: 'warning', low: 'information_source' } as const

/** Longest message in bytes; a longer one comes as a file, which nobody opens at night. */
const MOST_BYTES = 4096

/** Publishes as JSON at the root of a server (https://docs.ntfy.sh/publish/#publish-as-json): titles need no coding there. */
export const ntfy: ContactService = {
  call: ({ server, topic, token }, { title, lines, link, urgency, isOver }) => ({
    method: 'POST',
    url: `${server}/`,
    headers: { ...JSON_BODY, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      topic,
      title,
      message: textWithin(lines, MOST_BYTES),
      priority: isOver ? 3 : PRIORITY[urgency],
      tags: [isOver ? 'white_check_mark' : TAGS[urgency]],
      click: link,
    }),
  }),
}
