import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { ALL_KEYS, type DemoFarm, LORA } from './farm.ts'

/** Cows, calves and broilers. */
export const DE_LINDE: DemoFarm = {
  location: {
    name: 'De Linde',
    country_code: 'NL',
    country: 'Nederland',
    city: 'Ospel',
    postal_code: '6035 RB',
    street: 'Meijelsedijk',
    number: '31',
    lat: 51.3089,
    lon: 5.8127,
    time_zone: 'Europe/Amsterdam',
    ubn: '0931672',
  },
  areas: [
    {
      name: 'Dairy North',
      species: 'dairy_cattle',
      keeping: { kind: 'steady', share: 0.94 },
      width: 48,
      depth: 30,
      height: 8.5,
      animal_places: 120,
      animals_per_group: 60,
      groups: { across: 2, deep: 1, width: 24, depth: 26 },
      ammonia_factor: 13,
      disturbances: [],
      seed: 2100,
      devices: [
        {
          name: 'BM 2052',
          device_name: '0252-B3',
          plan: 'pro',
          sensors: { keys: ALL_KEYS, seed: 2052, power: 'mains', signal: -63 },
          faults: [
            { kind: 'spike', key: 'co2', size: 2600, from: -0.42 * DAY_MS, length: 5 * MINUTE_MS, every: 6 * DAY_MS },
            { kind: 'spike', key: 'co2', size: 1850, from: -8.3 * DAY_MS, length: 5 * MINUTE_MS },
            { kind: 'spike', key: 'co2', size: 3100, from: -29.6 * DAY_MS, length: 5 * MINUTE_MS },
          ],
        },
      ],
    },
    {
      name: 'Calf barn',
      species: 'calves',
      keeping: { kind: 'steady', share: 0.95 },
      width: 20,
      depth: 11,
      height: 4.2,
      animal_places: 44,
      animals_per_group: 11,
      groups: { across: 4, deep: 1, width: 5, depth: 8 },
      ammonia_factor: 4.4,
      disturbances: [],
      seed: 2200,
      devices: [
        {
          name: 'LoRa 5A-18',
          device_name: '5A18',
          eui: 'A84041FFFF5A5A18',
          plan: 'light',
          sensors: { keys: LORA, seed: 5118, power: 'battery', signal: -106 },
          faults: [
            { kind: 'low_battery', down_to: 4, from: -17 * DAY_MS, length: 19 * DAY_MS, every: 90 * DAY_MS },
            { kind: 'silence', from: -72 * DAY_MS, length: 26 * HOUR_MS },
          ],
        },
      ],
    },
    {
      name: 'Broiler 1',
      species: 'broiler',
      keeping: { kind: 'batches', days: 42, empty_days: 7, age_at_anchor: 30 },
      width: 78,
      depth: 18,
      height: 4,
      animal_places: 24_000,
      animals_per_group: 24_000,
      ammonia_factor: 0.068,
      disturbances: [],
      seed: 2300,
      devices: [
        {
          name: 'BM 2063',
          device_name: '0263-1D',
          plan: 'pro',
          sensors: { keys: ALL_KEYS, seed: 2063, warmer: -0.2, power: 'mains', signal: -74 },
          faults: [],
        },
        {
          name: 'BM 2064',
          device_name: '0264-E8',
          plan: 'pro',
          sensors: { keys: ALL_KEYS, seed: 2064, warmer: 0.4, more_nh3: 0.06, power: 'mains', signal: -79 },
          faults: [
            { kind: 'drift', key: 'nh3', per_day: 0.09, from: -38 * DAY_MS, length: 46 * DAY_MS, every: 60 * DAY_MS },
          ],
        },
      ],
    },
  ],
}
