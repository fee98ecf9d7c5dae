/**
 * A client of the Streamer API: REST with safe retries, verification of webhooks, and the realtime stream. It needs a JDK
 * 21 and Jackson.
 */
package streamer.client;
