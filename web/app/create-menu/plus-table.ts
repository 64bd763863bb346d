import { IconDeviceAnalytics, IconFence, IconFlask, IconMapPinPlus, IconNotebook } from '@tabler/icons-react'
import { devicesScreen } from '../../devices/screens.ts'
import { newInspectionScreen } from '../../diary/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { newAreaScreen, newLocationScreen } from '../../locations/screens.ts'
import { newProjectScreen } from '../../research/screens.ts'

/** Entries of the plus menu: all that can be made from anywhere. */
export const NEW = [
  { key: 'inspection', to: linkTo(newInspectionScreen), icon: IconNotebook },
  { key: 'research', to: linkTo(newProjectScreen), icon: IconFlask },
  { key: 'location', to: linkTo(newLocationScreen), icon: IconMapPinPlus },
  { key: 'area', to: linkTo(newAreaScreen), icon: IconFence },
  { key: 'device', to: linkTo(devicesScreen, { search: { new: true } }), icon: IconDeviceAnalytics },
] as const
