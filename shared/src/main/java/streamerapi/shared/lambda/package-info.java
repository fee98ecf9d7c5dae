/// The layer between AWS Lambda and a function's own code: its environment, its AWS clients, its log lines.
///
/// A `*Function` class receives an [streamerapi.shared.lambda.Environment], builds its objects with it, and hands each
/// invocation to them. Nothing else in the project reads environment variables.
@NullMarked
package streamerapi.shared.lambda;

import org.jspecify.annotations.NullMarked;
