import { useState } from 'react'
import { useScreenSearch } from '../../kit/routing/link.tsx'
import { profileScreen } from '../screens.ts'

/** Dialogs of the profile that open by its address, for who comes back from another provider. */
export type DialogName = 'email' | 'password' | 'one_time' | 'passkeys' | 'linked' | 'delete'

/** State of a dialog of the profile, open from the beginning where the address says so. */
export const useOpened = (name: DialogName) => {
  const { open } = useScreenSearch(profileScreen)
  return useState(open === name)
}
