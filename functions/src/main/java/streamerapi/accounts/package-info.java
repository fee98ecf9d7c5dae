/// Accounts, and how the first one comes to be.
@NullMarked
package streamerapi.accounts;

import org.jspecify.annotations.NullMarked;
