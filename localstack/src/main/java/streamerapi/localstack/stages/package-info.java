/// What API Gateway's stages do to requests before any function sees them: they let only so many through.
@NullMarked
package streamerapi.localstack.stages;

import org.jspecify.annotations.NullMarked;
