/// The parts that Amazon Polly and the audio's S3 bucket play, on the stack's own port: speech engines that run on a
/// laptop without a network, behind Polly's own protocol, and a folder of objects.
@NullMarked
package streamerapi.localstack.speech;

import org.jspecify.annotations.NullMarked;
