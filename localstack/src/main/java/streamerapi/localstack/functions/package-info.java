/// The functions of the template, run in this JVM: one handler each, its own variables, Lambda's context and time
/// limit.
///
/// Every trigger goes through [streamerapi.localstack.functions.Functions#invoke]; a function that throws, or runs
/// out of time, is a [streamerapi.localstack.functions.FunctionError], and each trigger answers it as AWS does.
@NullMarked
package streamerapi.localstack.functions;

import org.jspecify.annotations.NullMarked;
