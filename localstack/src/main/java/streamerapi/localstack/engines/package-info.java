/// The engines that hold rows and messages: DynamoDB Local and ElasticMQ in this JVM, or an emulator elsewhere.
///
/// Both listen on free loopback ports and speak the services' own protocols, so a function's SDK clients need an
/// address and nothing else.
@NullMarked
package streamerapi.localstack.engines;

import org.jspecify.annotations.NullMarked;
