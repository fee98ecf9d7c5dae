/// Secrets at rest: how the table holds what the service must be able to say again, such as tokens and signing secrets.
@NullMarked
package streamerapi.shared.secrets;

import org.jspecify.annotations.NullMarked;
