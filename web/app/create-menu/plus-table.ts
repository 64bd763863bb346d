import { IconDeviceAnalytics, IconFence, IconFlask, IconMapPinPlus, IconNotebook } from '@tabler/icons-react'

/** Entries of the plus menu: all that can be made from anywhere. */
export const NEW = [
  { key: 'inspection', to: '/inspect', icon: IconNotebook },
  { key: 'research', to: '/researchplanning/quick', icon: IconFlask },
  { key: 'location', to: '/locations/create', icon: IconMapPinPlus },
  { key: 'area', to: '/areas/create', icon: IconFence },
  { key: 'device', to: '/devices?new=1', icon: IconDeviceAnalytics },
] as const
