import { NEIGHBOUR_FARMS } from '#shared/rules/groups/demo-neighbours.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { type DemoFarm, GASES, LORA } from './farm.ts'

/** Farms of a neighbour, who shares them with the group of the demo farm; the devices there are lent by who loads it. */
export const NEIGHBOURS: readonly DemoFarm[] = [
  {
    location: {
      name: NEIGHBOUR_FARMS.edit,
      country_code: 'NL',
      country: 'Nederland',
      city: 'Leveroy',
      postal_code: '6091 NC',
      street: 'Heerbaan',
      number: '31',
      lat: 51.2451,
      lon: 5.8463,
      time_zone: 'Europe/Amsterdam',
      ubn: '1290846',
    },
    areas: [
      {
        name: 'Fattening west',
        species: 'pig',
        keeping: { kind: 'batches', days: 112, empty_days: 7, age_at_anchor: 48 },
        width: 18,
        depth: 12,
        height: 3,
        animal_places: 240,
        animals_per_group: 12,
        ammonia_factor: 3,
        disturbances: [],
        seed: 3100,
        devices: [
          {
            name: 'BM 2087',
            device_name: '0287-4B',
            plan: 'pro',
            sensors: { keys: GASES, seed: 2087, power: 'mains', signal: -74 },
            faults: [{ kind: 'silence', from: -40 * HOUR_MS, length: 1.5 * HOUR_MS }],
          },
        ],
      },
    ],
  },
  {
    location: {
      name: NEIGHBOUR_FARMS.read,
      country_code: 'NL',
      country: 'Nederland',
      city: 'Ospel',
      postal_code: '6035 PD',
      street: 'Moostdijk',
      number: '8',
      lat: 51.3102,
      lon: 5.7884,
      time_zone: 'Europe/Amsterdam',
      ubn: '1290853',
    },
    areas: [
      {
        name: 'Sow house north',
        species: 'sow',
        keeping: { kind: 'steady', share: 0.95 },
        width: 22,
        depth: 14,
        height: 3,
        animal_places: 120,
        animals_per_group: 20,
        ammonia_factor: 4.2,
        disturbances: [],
        seed: 3200,
        devices: [
          {
            name: 'LW 0719',
            device_name: '0719-2F',
            plan: 'basic',
            sensors: { keys: LORA, seed: 719, power: 'battery', signal: -104 },
            faults: [],
          },
        ],
      },
    ],
  },
]
