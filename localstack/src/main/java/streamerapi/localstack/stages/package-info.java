/// API Gateway's stages: they let only so many requests through to the functions.
@NullMarked
package streamerapi.localstack.stages;

import org.jspecify.annotations.NullMarked;
