/// Platform alerts: follows, subscriptions, cheers, raids and gifts, which come in through ingest and become events
/// after the account's alert settings and filter; and the credits that subscriptions bring.
@NullMarked
package streamerapi.alerts;

import org.jspecify.annotations.NullMarked;
