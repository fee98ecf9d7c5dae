/// The template's tables, made as it describes them.
@NullMarked
package streamerapi.localstack.tables;

import org.jspecify.annotations.NullMarked;
