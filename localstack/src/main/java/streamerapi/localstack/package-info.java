/// The whole service in one JVM, without Docker: template.yaml's functions, routes, tables, queues, streams and
/// schedules, on loopback.
///
/// [streamerapi.localstack.LocalStack] is the command and the tests' way in. The packages below it are one trigger or
/// resource each; all of them read the template through `template` and run functions through `functions`.
@NullMarked
package streamerapi.localstack;

import org.jspecify.annotations.NullMarked;
