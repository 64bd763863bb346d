export interface MqttTables {
  /** The topic of foreign firmware a device is bound to. */
  device_topics: { device_id: number; topic: string }
  /** Topics of devices that nobody has added yet; `last_message` is JSON. */
  heard_topics: {
    topic: string
    source: 'tasmota' | 'zigbee2mqtt' | 'esphome' | 'shelly' | 'homeassistant'
    messages: number
    last_message: string
    first_heard_at: string
    last_heard_at: string
  }
}
