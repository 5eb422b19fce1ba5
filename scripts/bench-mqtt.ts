import { measureMqtt } from '../bench/gateway/mqtt.ts';

/** Runs only the benchmark of messages over MQTT. */
await measureMqtt((line) => console.log(line));
