/// The people of a channel who have signed in to the tip page, their linked accounts, and the credits of sub rewards.
///
/// Sign-ins come in through ingest; credits are granted and revoked through the API and the dashboard, granted by
/// alerts and spent by redemptions. Reads include all accounts of a person.
@NullMarked
package streamerapi.viewers;

import org.jspecify.annotations.NullMarked;
