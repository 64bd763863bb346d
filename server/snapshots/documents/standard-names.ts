import type { Abbreviation } from '../../taxonomy/measurement-types.ts'

/**
 * Standard names of the CF conventions (https://cfconventions.org/standard-names.html) for measurements that have one. Probes and
 * set points have none: nobody says that they hang in the air.
 */
const STANDARD_NAMES: Partial<Record<Abbreviation, string>> = {
  t: 'air_temperature',
  temp_deg_c: 'air_temperature',
  weather_t: 'air_temperature',
  h: 'relative_humidity',
  rv_perc: 'relative_humidity',
  weather_h: 'relative_humidity',
  p: 'air_pressure',
  weather_p: 'air_pressure',
  co2: 'mole_fraction_of_carbon_dioxide_in_air',
  co2_ppm: 'mole_fraction_of_carbon_dioxide_in_air',
  nh3: 'mole_fraction_of_ammonia_in_air',
  nh3_ppm: 'mole_fraction_of_ammonia_in_air',
  co: 'mole_fraction_of_carbon_monoxide_in_air',
  ch4: 'mole_fraction_of_methane_in_air',
  n2o: 'mole_fraction_of_nitrous_oxide_in_air',
  dust_pm1: 'mass_concentration_of_pm1_ambient_aerosol_particles_in_air',
  dust_pm25: 'mass_concentration_of_pm2p5_ambient_aerosol_particles_in_air',
  dust_pm10: 'mass_concentration_of_pm10_ambient_aerosol_particles_in_air',
  weather_wind_speed: 'wind_speed',
  weather_wind_direction: 'wind_from_direction',
  weather_rain: 'thickness_of_rainfall_amount',
  weather_radiation: 'surface_downwelling_shortwave_flux_in_air',
  weather_clouds: 'cloud_area_fraction',
}

const names = new Map(Object.entries(STANDARD_NAMES))

export const standardNameOf = (key: string): string | null => names.get(key) ?? null
