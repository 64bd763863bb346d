import { type Mapping, type MappingRow, plainRow } from './mapping.ts'

/** A mapping for a common kind of device. Ids are kept for good, since devices name them; names are those of the makers. */
export interface Preset {
  id: string
  name: string
  mapping: Mapping
}

/** Rows from text: `path measurement [unit]`, one a line. */
const rows = (text: string): MappingRow[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [path = '', abbreviation = '', unit = null] = line.trim().split(/\s+/)
      return plainRow(path, abbreviation, unit)
    })

const preset = (id: string, name: string, text: string, time_path: string | null = null): Preset => ({
  id,
  name,
  mapping: { rows: rows(text), time_path },
})

export const AIRGRADIENT = preset(
  'airgradient',
  'AirGradient ONE, Open Air',
  `atmp t
   rhum h
   rco2 co2
   pm01 dust_pm1
   pm02 dust_pm25
   pm10 dust_pm10
   wifi rssi`,
)

export const SENSOR_COMMUNITY = preset(
  'sensor-community',
  'sensor.community (airRohr)',
  `sensordatavalues[value_type=BME280_temperature].value t
   sensordatavalues[value_type=BMP280_temperature].value t
   sensordatavalues[value_type=BMP_temperature].value t
   sensordatavalues[value_type=temperature].value t
   sensordatavalues[value_type=BME280_humidity].value h
   sensordatavalues[value_type=humidity].value h
   sensordatavalues[value_type=BME280_pressure].value p Pa
   sensordatavalues[value_type=BMP280_pressure].value p Pa
   sensordatavalues[value_type=BMP_pressure].value p Pa
   sensordatavalues[value_type=SDS_P1].value dust_pm10
   sensordatavalues[value_type=SDS_P2].value dust_pm25
   sensordatavalues[value_type=signal].value rssi`,
)

/**
 * Sources: the documentation of Tasmota, Zigbee2MQTT, ESPHome, Shelly, AirGradient and sensor.community, and the decoders of
 * Seeed and Dragino for network servers. The time of Tasmota has no offset, so the time of arrival counts.
 */
export const PRESETS: readonly Preset[] = [
  preset(
    'tasmota',
    'Tasmota (SENSOR)',
    `*.Temperature t
     *.Humidity h
     *.CarbonDioxide co2
     *.Pressure p
     *.Illuminance light
     *.PM1 dust_pm1
     *.PM2.5 dust_pm25
     *.PM10 dust_pm10
     *.Battery battery
     *.RSSI rssi`,
  ),
  preset(
    'zigbee2mqtt',
    'Zigbee2MQTT',
    `temperature t
     humidity h
     co2 co2
     pressure p
     illuminance_lux light
     illuminance light
     pm1 dust_pm1
     pm25 dust_pm25
     pm10 dust_pm10
     battery battery`,
  ),
  preset('esphome', 'ESPHome (state)', '. t'),
  preset(
    'shelly-gen1',
    'Shelly H&T (Gen 1)',
    `tmp.tC t
     hum.value h
     bat.value battery
     bat.voltage bat_volt
     wifi_sta.rssi rssi`,
  ),
  preset(
    'shelly-gen2',
    'Shelly Plus H&T (Gen 2, 3)',
    `params.temperature:0.tC t
     temperature:0.tC t
     tC t
     params.humidity:0.rh h
     humidity:0.rh h
     rh h
     params.devicepower:0.battery.percent battery
     devicepower:0.battery.percent battery
     params.wifi.rssi rssi
     wifi.rssi rssi`,
    'params.ts',
  ),
  AIRGRADIENT,
  SENSOR_COMMUNITY,
  preset(
    'sensecap',
    'Seeed SenseCAP',
    `messages[measurementId=4097].measurementValue t
     messages[*][measurementId=4097].measurementValue t
     messages[measurementId=4098].measurementValue h
     messages[*][measurementId=4098].measurementValue h
     messages[measurementId=4099].measurementValue light
     messages[*][measurementId=4099].measurementValue light
     messages[measurementId=4100].measurementValue co2
     messages[*][measurementId=4100].measurementValue co2
     messages[measurementId=4101].measurementValue p Pa
     messages[*][measurementId=4101].measurementValue p Pa
     messages[type=upload_battery].battery battery`,
  ),
  preset(
    'dragino-ltc2',
    'Dragino LTC2',
    `Temp_Channel1 t_1
     Temp_Channel2 t_2
     BatV bat_volt`,
  ),
]
