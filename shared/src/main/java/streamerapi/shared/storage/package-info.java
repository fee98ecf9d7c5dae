/// The one table: rows, keys, conditions, reads, and writes that happen together or not at all.
///
/// It is the only package that calls DynamoDB. Nothing here scans; `docs/table.md` lists every access pattern.
@NullMarked
package streamerapi.shared.storage;

import org.jspecify.annotations.NullMarked;
