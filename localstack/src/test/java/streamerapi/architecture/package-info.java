/// The project held to its own rules: how its parts depend on each other, how its classes are written, and that
/// template.yaml, the OpenAPI document and the tables of routes say the same.
@NullMarked
package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
