/// The service when it dies: every invocation at every call that it makes, and the whole local stack under load.
///
/// What holds then is what is promised: nothing changes without its event, no event is lost, nothing that may be done
/// once is done twice, and nothing stays stuck.
@NullMarked
package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
