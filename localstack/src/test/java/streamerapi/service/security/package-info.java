/// Tests against attackers, walked through from the table of endpoints: nothing of another account is reached, a forged
/// credential changes nothing, and no request is a fault of the service.
@NullMarked
package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
