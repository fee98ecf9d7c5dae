/// Records and their shape: a [streamerapi.shared.schema.Schema] holds each field of a record once, and from it follow
/// how a request's body is read and refused, the JSON of an answer, the row of the table, and the schema of the OpenAPI
/// document. Nothing here uses reflection, so a record costs no more at a cold start than its own class.
@NullMarked
package streamerapi.shared.schema;

import org.jspecify.annotations.NullMarked;
