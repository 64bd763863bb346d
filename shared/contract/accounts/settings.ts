import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** The settings a user may save, by name. */
export const SettingsInput = z.strictObject({
  charts_per_row: z.enum(['1', '2', '3']).optional(),
  /** List on home of what is left to do for a new farm. */
  first_steps: z.enum(['shown', 'hidden']).optional(),
  /** Maps as streets, or as pictures from the air where the installation has some. */
  map_view: z.enum(['streets', 'aerial']).optional(),
})

const SettingRow = z.object({ name: z.string(), value: z.string() })

export const settingEndpoints = endpoints({
  getSettings: {
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: "The caller's settings; without a token an empty list, which serves as connection check",
    response: z.array(SettingRow),
  },
  saveSettings: {
    method: 'POST',
    path: '/settings',
    access: 'signedIn',
    summary: 'Save settings by name',
    body: SettingsInput,
    response: z.array(SettingRow),
  },
})
